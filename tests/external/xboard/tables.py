"""Sliderule's ids that have another name in XBoard's FENs, by game; in upper case.

Who saves a position in XBoard saves these names: when the engine's `setup` line gives a piece
another one, this table is where it is noticed.
"""

NAMES: dict[str, dict[str, str]] = {
    "short-sliders": {
        "B!": "+B'", "C!": "+C'", "E'": "+E", "G'": "+G", "H!": "+H'", "L'": "+L", "L!": "+O",
        "M'": "+M", "N'": "+N", "N!": "+P", "R'": "+R", "R!": "+A", "T'": "+T", "W'": "+W",
    },
}
