"""Template words of the statistics page: {{ share|percent }}, {{ mean|decimal }}."""

from django import template

register = template.Library()


@register.filter
def percent(share: float | None) -> str:
    """0.256 → 25.6%; a dash when there is nothing to take a part of."""
    return "–" if share is None else f"{100 * share:.1f}%"


@register.filter
def decimal(mean: float | None) -> str:
    """+1.5, −0.3, 0.0: with a real minus sign."""
    if mean is None:
        return "–"
    text = f"{abs(mean):.1f}"
    return text if text == "0.0" else f"{'+' if mean > 0 else '−'}{text}"
