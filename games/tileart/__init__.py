"""Own artwork of the 42 tile faces and the back, drawn as SVG text.

Only strings in and out: no Django, and no file but the table of glyph outlines.
"""
