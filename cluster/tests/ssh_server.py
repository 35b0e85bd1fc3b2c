"""An SSH server on this machine that lets everybody in and runs what they ask for.

Prints its port and its public key.
"""

import asyncio
import os
import signal
from asyncio.subprocess import PIPE
from contextlib import suppress

import asyncssh


class Open(asyncssh.SSHServer):
    """Asks for nothing."""

    def begin_auth(self, username):
        return False


async def copy(source, target):
    # Where the other side has gone, what is said is nobody's.
    with suppress(BrokenPipeError, ConnectionError):
        while data := await source.read(4096):
            target.write(data.decode())


async def serve(process):
    child = await asyncio.create_subprocess_shell(
        process.command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        start_new_session=True,
    )

    async def finish():
        await asyncio.gather(copy(child.stdout, process.stdout), copy(child.stderr, process.stderr))
        process.exit(await child.wait())

    # What is asked for ends with the one who has asked.
    finished = asyncio.create_task(finish())
    gone = asyncio.create_task(process.channel.wait_closed())
    await asyncio.wait([finished, gone], return_when=asyncio.FIRST_COMPLETED)
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGTERM)


async def main():
    key = asyncssh.generate_private_key("ssh-ed25519")
    server = await asyncssh.create_server(
        Open, "127.0.0.1", 0, server_host_keys=[key], process_factory=serve
    )
    print(server.get_port(), key.export_public_key().decode().strip(), flush=True)
    await server.wait_closed()


asyncio.run(main())
