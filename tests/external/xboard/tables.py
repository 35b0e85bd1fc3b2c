"""Sliderule's ids that have another name in XBoard's FENs, by game."""

NAMES: dict[str, dict[str, str]] = {}
