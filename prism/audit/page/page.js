// Filters, order, the current image, keys and buttons.
"use strict";

const at = (id) => document.getElementById(id);
const filters = at("filters");
const CHUNK = 40;  // cards that are made at a time, because making thousands at once is slow
const articles = new Map();  // the number of a row -> its card, once it is made
let list = [];  // the cards that fit the filters, in order
let made = 0;  // how many of them are in the page
let current = null;

function fits(card, wanted) {
  const decision = decisions.get(card.row)?.[0];
  return (wanted.given === "" || card.given === Number(wanted.given))
    && (wanted.predicted === "" || card.predicted === Number(wanted.predicted))
    && (wanted.kind === "" || card.kinds.includes(wanted.kind))
    && (wanted.decided === "" || (wanted.decided === "no" ? !decision : wanted.decided === "yes" ? decision : decision === wanted.decided));
}

const compareText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const ORDERS = {
  score: (a, b) => a.score - b.score,
  class: (a, b) => a.given - b.given || a.predicted - b.predicted || a.score - b.score,
  path: (a, b) => compareText(a.path, b.path),
};

// A card stays where it is when it is decided; it leaves when the filters are set again.
function refresh() {
  const wanted = Object.fromEntries(new FormData(filters));
  list = audit.cards.filter((card) => fits(card, wanted)).sort(ORDERS[wanted.order]);
  made = 0;
  at("cards").replaceChildren();
  at("shown").textContent = list.length === audit.cards.length
    ? `${list.length} images.`
    : `${list.length} of the ${audit.cards.length} images on this page${list.length ? "." : "; issues.csv has those that are not."}`;
  showMore(CHUNK);
  if (!list.includes(current)) current = null;
  if (list.length) makeCurrent(current ?? list[0]);
}

function articleOf(card) {
  if (!articles.has(card.row)) {
    articles.set(card.row, makeCard(card));
    mark(articles.get(card.row), card);
  }
  return articles.get(card.row);
}

function showMore(count) {
  const more = list.slice(made, made + count);
  at("cards").append(...more.map(articleOf));
  made += more.length;
}

new IntersectionObserver((entries) => {
  if (entries.some((entry) => entry.isIntersecting) && made < list.length) showMore(CHUNK);
}, { rootMargin: "2000px" }).observe(at("end"));

function makeCurrent(card) {
  if (current) articles.get(current.row)?.removeAttribute("aria-current");
  current = card;
  articleOf(card).setAttribute("aria-current", "true");
}

function go(card) {
  const place = list.indexOf(card);
  if (place < 0) return;
  if (place >= made) showMore(place + CHUNK - made);
  makeCurrent(card);
  const article = articleOf(card);
  article.focus({ preventScroll: true });
  article.scrollIntoView({ block: "center" });
}

function step(by) {
  if (list.length) go(list[Math.min(Math.max(list.indexOf(current) + by, 0), list.length - 1)]);
}

function choose(card, decision, label) {
  decide(card, decision, label);
  mark(articleOf(card), card);
  showProgress();
  const words = { keep: "kept", relabel: `relabelled as ${seen(label)}`, drop: "dropped" }[decision];
  makeCurrent(card);
  step(1);
  at("said").textContent = `${seen(card.path)}: ${words}. ${at("progress").textContent}.`;
}

function undo() {
  const row = undoLast();
  const card = audit.cards.find((one) => one.row === row);
  if (!card) return;
  mark(articleOf(card), card);
  showProgress();
  go(card);
  at("said").textContent = `Undone: ${seen(card.path)}.`;
}

function showProgress() {
  const counts = { keep: 0, relabel: 0, drop: 0 };
  for (const [decision] of decisions.values()) counts[decision] += 1;
  at("progress").textContent = `${decisions.size} of ${audit.cards.length} decided`;
  at("tally").textContent = decisions.size ? `${counts.keep} kept, ${counts.relabel} relabelled, ${counts.drop} dropped` : "";
  at("done").value = decisions.size;
  at("undo").disabled = !past.length;
  at("export").disabled = !decisions.size;
  if (!saved) tell("This browser does not keep decisions of a page from a file: export them before you close the page.");
}

function tell(words) {
  at("message").hidden = false;
  at("message").textContent = words;
}

function filterBy({ given = "", predicted = "" }) {
  filters.reset();
  for (const [field, label] of Object.entries({ given, predicted })) {
    // A class of which no image is on this page is not among the options yet.
    if (label !== "" && !filters[field].querySelector(`option[value="${label}"]`)) addOption(field, label, 0);
    filters[field].value = `${label}`;
  }
  refresh();
  at("review").scrollIntoView();
}

function addOption(field, label, count) {
  filters[field].append(make("option", { value: label }, `${inOption(className(label))} (${count})`));
}

function fillFilters() {
  for (const field of ["given", "predicted"]) {
    const counts = new Map();
    for (const card of audit.cards) counts.set(card[field], (counts.get(card[field]) ?? 0) + 1);
    for (const label of [...counts.keys()].sort((a, b) => a - b)) addOption(field, label, counts.get(label));
  }
  at("all-classes").append(...audit.classes.map((text) => make("option", { value: text })));
}

function exportDecisions() {
  const link = make("a", { download: "decisions.csv", href: URL.createObjectURL(new Blob(asBytes(decisionsText()), { type: "text/csv" })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

at("export").addEventListener("click", exportDecisions);
at("import").addEventListener("click", () => at("file").click());
at("file").addEventListener("change", async () => {
  try {
    tell(await importDecisions(at("file").files[0]));
  } catch (error) {
    tell(`The file cannot be imported: ${error.message}.`);
  }
  at("file").value = "";
  for (const card of audit.cards) if (articles.has(card.row)) mark(articleOf(card), card);
  showProgress();
});

// A class that is typed must be entered twice if there is none of that name, because it may be a slip.
let confirmed = null;

function openTyping() {
  if (!current) return;
  confirmed = null;
  at("typed").value = at("typing-note").textContent = "";
  at("typing").showModal();
}

at("typing-form").addEventListener("submit", (event) => {
  const typed = at("typed").value;
  if (typed.trim() && (audit.classes.includes(typed) || confirmed === typed)) {
    const card = current;
    setTimeout(() => choose(card, "relabel", typed));  // once the dialog has given the focus back
    return;
  }
  event.preventDefault();
  confirmed = typed;
  at("typing-note").textContent = typed.trim() ? "No class has this name. Press Enter again to make it a new class." : "Type the name of a class.";
});
at("typing-cancel").addEventListener("click", () => at("typing").close());
at("help-open").addEventListener("click", () => at("help").showModal());
at("undo").addEventListener("click", undo);
filters.addEventListener("change", refresh);
filters.addEventListener("reset", () => setTimeout(refresh));  // the fields are empty only after the event
filters.addEventListener("submit", (event) => event.preventDefault());

const KEYS = {
  k: () => choose(current, "keep", className(current.given)),
  r: () => relabel(0),
  d: () => choose(current, "drop", ""),
  t: openTyping,
  u: undo,
  e: exportDecisions,
  j: () => step(1),
  n: () => step(1),
  arrowright: () => step(1),
  p: () => step(-1),
  arrowleft: () => step(-1),
  "?": () => at("help").showModal(),
};

function relabel(place) {
  if (place < current.fitting.length) choose(current, "relabel", className(current.fitting[place]));
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (at("help").open && event.key === "?") at("help").close();
  else if (document.querySelector("dialog[open]") || event.target.closest?.("input, select, textarea")) return;
  else if (/^[1-5]$/.test(event.key) && current) relabel(Number(event.key) - 1);
  else if (KEYS[event.key.toLowerCase()] && (current || event.key === "?")) KEYS[event.key.toLowerCase()]();
  else return;
  event.preventDefault();
});

const root = document.documentElement;

function paint(theme) {
  root.dataset.theme = theme;
  at("theme").textContent = theme === "dark" ? "Light" : "Dark";
}

paint(remembered("prism-theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
at("theme").addEventListener("click", () => {
  paint(root.dataset.theme === "dark" ? "light" : "dark");
  remember("prism-theme", root.dataset.theme);
});

restore();
fillTables();
fillFilters();
refresh();
showProgress();
