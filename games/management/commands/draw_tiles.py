"""`manage.py draw_tiles`: writes static/tiles/*.svg from games.tileart.

With --font it first takes the glyph outlines anew, which needs fontTools (`pip install fonttools`) and a CJK font.
"""

import json
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

from games.tileart import faces


class Command(BaseCommand):
    help = "Draw the tile faces into static/tiles/ (deterministic; --check only compares)."

    def add_arguments(self, parser):
        parser.add_argument("--check", action="store_true", help="write nothing, fail when a file differs")
        parser.add_argument("--font", type=Path, help="take the glyph outlines anew from this font (.ttc, .otf)")

    def handle(self, *args, check=False, font=None, **options):
        if font:
            from games.tileart.outlines import extract

            text = json.dumps(extract(font, faces.CHARACTERS), ensure_ascii=False, indent=0)
            faces.GLYPHS.write_text(text + "\n", encoding="utf-8")
            faces._outlines.cache_clear()
        folder = Path(settings.BASE_DIR) / "static" / "tiles"
        folder.mkdir(parents=True, exist_ok=True)
        changed = []
        for name in faces.names():
            path, svg = folder / f"{name}.svg", faces.face(name)
            if not path.exists() or path.read_text(encoding="utf-8") != svg:
                changed.append(path.name)
                if not check:
                    path.write_text(svg, encoding="utf-8")
        if check and changed:
            raise SystemExit(f"differ from the drawing code: {', '.join(changed)}")
        self.stdout.write(f"{len(changed)} of {len(faces.names())} files {'differ' if check else 'written'}")
