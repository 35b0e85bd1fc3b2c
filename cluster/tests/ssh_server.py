"""An SSH server on this machine that lets everybody in and runs what they ask for.

Prints its port and its public key.
"""

import asyncio
from asyncio.subprocess import PIPE

import asyncssh


class Open(asyncssh.SSHServer):
    """Asks for nothing."""

    def begin_auth(self, username):
        return False


async def serve(process):
    child = await asyncio.create_subprocess_shell(
        process.command, stdin=asyncio.subprocess.DEVNULL, stdout=PIPE, stderr=PIPE
    )
    await process.redirect(stdout=child.stdout, stderr=child.stderr)
    process.exit(await child.wait())


async def main():
    key = asyncssh.generate_private_key("ssh-ed25519")
    server = await asyncssh.create_server(
        Open, "127.0.0.1", 0, server_host_keys=[key], process_factory=serve
    )
    print(server.get_port(), key.export_public_key().decode().strip(), flush=True)
    await server.wait_closed()


asyncio.run(main())
