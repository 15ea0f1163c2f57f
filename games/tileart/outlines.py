"""Reads glyph outlines out of a CJK font with fontTools.

Needed only when a character is added: the result is committed as glyphs.json.
"""

from pathlib import Path


def extract(font_path: Path, characters: str) -> dict[str, dict[str, object]]:
    """{character: {"box": [xmin, ymin, xmax, ymax], "path": svg path data}} in font units, rounded to whole units."""
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.svgPathPen import SVGPathPen
    from fontTools.ttLib import TTCollection, TTFont

    font = TTCollection(font_path).fonts[0] if font_path.suffix == ".ttc" else TTFont(font_path)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    found = {}
    for character in characters:
        glyph = glyphs[names[ord(character)]]
        bounds, path = BoundsPen(glyphs), SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
        glyph.draw(bounds)
        glyph.draw(path)
        found[character] = {"box": [round(value) for value in bounds.bounds], "path": path.getCommands()}
    return found
