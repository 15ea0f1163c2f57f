"""Draws the icon of the site: 中 on a tile, on a green cloth. SVG text in the manner of faces.py.

The PNGs beside it (static/icons/) are this drawing in sizes that home screens ask for: tests/tools/make_icons.py.
"""

from .faces import EDGE, IVORY, RED, SIDE, _glyph

CLOTH, DEEP = "#2f5c4c", "#244a3c"


def icon(maskable: bool = False) -> str:
    """A 64 x 64 drawing. `maskable`: the cloth to the very edge and the tile inside the safe circle."""
    scale = 0.56 if maskable else 0.7
    dx, dy = 32 - 30 * scale, 32 - 40 * scale
    tile = (
        f'<rect x=".75" y=".75" width="58.5" height="78.5" rx="8" fill="{SIDE}" stroke="{EDGE}" stroke-width="1.5"/>'
        f'<rect x="1.5" y="1.5" width="57" height="72" rx="7" fill="{IVORY}"/>' + _glyph("中", 30, 38, 50, RED)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" rx="{0 if maskable else 14}" fill="{DEEP}"/>'
        f'<circle cx="32" cy="32" r="{40 if maskable else 28}" fill="{CLOTH}"/>'
        f'<g transform="translate({dx:g} {dy:g}) scale({scale})">{tile}</g></svg>\n'
    )
