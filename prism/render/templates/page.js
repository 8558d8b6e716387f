// Sorting, the switch between ours and the paper's, light and dark. Without it the page shows ours, in the given order.
"use strict";

const root = document.documentElement;

function remember(key, value) {
  try { localStorage.setItem(key, value); } catch { /* a page from a file may not be allowed to */ }
}

function remembered(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

function show(view) {
  root.dataset.view = view;
  remember("prism-view", view);
  for (const own of document.querySelectorAll(".of-paper")) own.open = view === "paper";
}

for (const choice of document.querySelectorAll('input[name="view"]')) {
  choice.addEventListener("change", () => show(choice.value));
}
const view = document.querySelector(`input[name="view"][value="${remembered("prism-view") ?? "ours"}"]`);
if (view) {
  view.checked = true;
  show(view.value);
}

const dark = matchMedia("(prefers-color-scheme: dark)");
const theme = document.getElementById("theme");

function paint(name) {
  root.dataset.theme = name;
  theme.textContent = name === "dark" ? "Light" : "Dark";
}

paint(remembered("prism-theme") ?? (dark.matches ? "dark" : "light"));
theme.addEventListener("click", () => {
  paint(root.dataset.theme === "dark" ? "light" : "dark");
  remember("prism-theme", root.dataset.theme);
});

// A number where what is shown begins with one, otherwise the text; what is missing comes last either way.
function key(row, column) {
  const text = row.cells[column].innerText.trim();
  const number = parseFloat(text.replaceAll(",", "").replace("−", "-"));
  return Number.isNaN(number) ? (/^(–|not run)?$/.test(text) ? null : text) : number;
}

function compare(a, b) {
  if (a === null || b === null) return (a === null) - (b === null);
  return typeof a === typeof b && typeof a === "string" ? a.localeCompare(b) : a - b;
}

function sort(table, head, column) {
  const first = column === 0 || table.classList.contains("prose") ? "ascending" : "descending";
  const next = { none: first, [first]: first === "ascending" ? "descending" : "ascending" }[head.ariaSort ?? "none"] ?? "none";
  for (const other of table.querySelectorAll("tr.keys th")) other.ariaSort = "none";
  head.ariaSort = next;
  table.originally ??= [...table.tBodies].map((body) => [body, [...body.rows]]);
  for (const [body, rows] of table.originally) body.append(...rows);
  const sorted = table.originally.filter(([body]) => !body.classList.contains("beyond"));  // which stays below
  const groups = table.querySelectorAll("tbody:not(.beyond) tr.group");
  for (const group of groups) group.hidden = next !== "none";
  if (next === "none") return;
  const rows = sorted.flatMap(([, rows]) => rows).filter((row) => !row.classList.contains("group"));
  const keyed = rows.map((row) => [key(row, column), row]);
  const sign = next === "ascending" ? 1 : -1;
  keyed.sort(([a], [b]) => (a === null || b === null ? compare(a, b) : sign * compare(a, b)));
  table.tBodies[0].append(...keyed.map(([, row]) => row));
}

for (const table of document.querySelectorAll("table.sortable")) {
  const heads = table.querySelectorAll("tr.keys th");
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    head.ariaSort = "none";
    button.addEventListener("click", () => sort(table, head, column));
  });
}

// What a link leads to is opened.
function open(target) {
  for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
  target?.scrollIntoView();
}
addEventListener("hashchange", () => open(document.getElementById(location.hash.slice(1))));
open(document.getElementById(location.hash.slice(1)));
