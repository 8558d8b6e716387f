"""Write a table as a part of an HTML page, which can show ours, the paper's or the difference."""

from jinja2 import Environment, StrictUndefined

from prism.render.markup.sheet import BEYOND, NOT_RUN, UNDEFINED, Sheet, spans

TEMPLATE = """\
<table class="{{ "results " if parts }}sortable" id="table-{{ sheet.name }}">
<caption><span>{{ sheet.caption }}</span></caption>
<thead>
<tr><td></td>{% for over, width in spans %}<th scope="colgroup" colspan="{{ width }}">{{ over }}</th>{% endfor %}</tr>
<tr class="keys"><th scope="col">Method</th>
{%- for head in sheet.columns %}<th scope="col">{{ head.label }}</th>{% endfor %}</tr>
</thead>
{% for heading, rows in sheet.groups() %}
<tbody{{ ' class="beyond"' | safe if heading == beyond }}>
<tr class="group"><th scope="rowgroup" colspan="{{ sheet.columns | length + 1 }}">{{ heading }}</th></tr>
{% for row, cells in rows %}
<tr><th scope="row">{{ row.label }}</th>
{%- for cell in cells %}<td{% if cell.about %} title="{{ cell.about }}"{% endif %}>
{%- if cell.runs %}<a class="ours{{ " best-of-group" if cell.bold }}" href="#{{ cell.runs }}">{{ cell.ours }}</a>
{%- else %}<span class="ours{{ " missing" if cell.ours == not_run }}">{{ cell.ours }}</span>{% endif %}
{% for part in parts %}
<span class="{{ part }}{{ " absent" if cell[part] is none }}">{{ cell[part] or none_such }}</span>
{%- endfor %}
{%- if cell.verdict %} <span class="verdict" data-verdict="{{ cell.verdict }}">{{ cell.verdict }}</span>{% endif %}</td>
{%- endfor %}</tr>
{% endfor %}
</tbody>
{% endfor %}
</table>
{% for note in sheet.notes %}
<p class="note">{{ note }}</p>
{% endfor %}
{% if sheet.paper %}
<details class="of-paper"><summary>The paper's own {{ sheet.paper.place }} (numbers copied from the paper)</summary>
<table class="sortable">
<caption><span>{{ sheet.paper.place }} of the paper: {{ sheet.paper.caption }}</span></caption>
<thead><tr class="keys"><th scope="col">Method</th>
{%- for head in sheet.paper.columns %}<th scope="col">{{ head }}</th>{% endfor %}</tr></thead>
<tbody>
{% for row in sheet.paper.rows.values() %}
<tr><th scope="row">{{ row.head }}</th>{% for value in row.values %}<td>{{ value }}</td>{% endfor %}</tr>
{% endfor %}
</tbody></table>
{% for note in sheet.paper.notes %}
<p class="note">{{ note }}</p>
{% endfor %}
</details>
{% endif %}
"""


def as_html(sheet: Sheet) -> str:
    """Return the table, its notes, and the paper's own table to unfold."""
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    parts = ["best", "paper", "difference"]
    compared = any(getattr(cell, part) for cells in sheet.cells for cell in cells for part in parts)
    return environment.from_string(TEMPLATE).render(
        sheet=sheet,
        spans=spans(sheet.columns),
        parts=parts if compared else [],
        none_such=UNDEFINED,
        not_run=NOT_RUN,
        beyond=BEYOND,
    )
