"""Say on the terminal what an audit found."""

from pathlib import Path

from prism.audit.summary import AuditSummary


def describe(summary: AuditSummary, output: Path) -> str:
    """Return a line for each kind of finding, and a last one that says how many labels look wrong and where to look."""
    lines = []
    if count := len(summary.unreadable):
        lines.append(f"{_counted(count, 'file')} could not be used: {output / 'summary.json'} says which and why.")
    if count := summary.not_judged:
        lines.append(f"{_counted(count, 'image')} alone in a class: nothing shows whether the label is right.")
    if count := summary.outliers:
        lines.append(f"{_counted(count, 'image')} that no class fits.")
    if count := summary.conflicting_duplicates:
        lines.append(f"{_counted(count, 'near duplicate')} of an image that has another label.")
    return "\n".join([*lines, _last_line(summary, output)])


def _last_line(summary: AuditSummary, output: Path) -> str:
    rate = summary.noise_rate
    if rate.low is None or rate.high is None:
        share = f"{percent(rate.value)} % of {summary.images:,} labels are taken to be wrong, as you said"
    else:
        between = f"between {percent(rate.low)} and {percent(rate.high)} %"
        share = f"About {percent(rate.value)} % of {summary.images:,} labels look wrong ({between})"
    issues, page = output / "issues.csv", output / "audit.html"
    if not summary.flagged:
        return f"{share}: none is flagged; {issues} has the scores of all, and {page} shows them."
    worst = "worst one is" if summary.flagged == 1 else f"{summary.flagged:,} worst are"
    return f"{share}: the {worst} on top of {issues}; open {page} to decide."


def percent(share: float) -> str:
    """Return a share in percent: whole from 10 on, with one digit behind the point below."""
    return f"{100 * share:.0f}" if share >= 0.0995 or share == 0 else f"{100 * share:.1f}"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
