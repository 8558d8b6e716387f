// What people decided: kept in the browser, undone, and written to and read from decisions.csv.
"use strict";

const audit = JSON.parse(document.getElementById("data").textContent);

function remember(key, value) {
  try { localStorage.setItem(key, value); return true; } catch { return false; /* a page from a file may not be allowed to */ }
}

function remembered(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

// Decisions of another audit have another key, so that two audits never mix.
const STORED = `prism-audit-${audit.audit}`;
const decisions = new Map();  // the number of an image's row -> [decision, label]
const past = [];  // what undo brings back, as [row, earlier decision or null]
let saved = true;

function save() {
  saved = remember(STORED, JSON.stringify({ decisions: [...decisions], past: past.slice(-1000) }));
}

function restore() {
  const rows = new Set(audit.cards.map((card) => card.row));
  let stored = {};
  try { stored = JSON.parse(remembered(STORED) ?? "{}"); } catch { /* not written by this page: begin anew */ }
  for (const [row, made] of stored.decisions ?? []) if (rows.has(row)) decisions.set(row, made);
  past.push(...(stored.past ?? []).filter(([row]) => rows.has(row)));
}

function put(row, made) {
  if (made) decisions.set(row, made); else decisions.delete(row);
}

function decide(card, decision, label) {
  past.push([card.row, decisions.get(card.row) ?? null]);
  put(card.row, [decision, label]);
  save();
}

// Return the row whose decision was undone, or nothing.
function undoLast() {
  const last = past.pop();
  if (!last) return undefined;
  put(...last);
  save();
  return last[0];
}

// The rules of prism/audit/tables.py: an apostrophe goes in front of what a spreadsheet would compute.
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const ESCAPED = /^'+[=+\-@\t\r\n＝＋－＠]/;
const spreadsheetSafe = (text) => (FORMULA.test(text) ? `'${text}` : text);
const fromSpreadsheet = (text) => (ESCAPED.test(text) ? text.slice(1) : text);
const quoted = (text) => `"${spreadsheetSafe(text).replaceAll('"', '""')}"`;

function decisionsText() {
  const lines = [["path", "given_label", "decision", "label"]];
  for (const card of audit.cards) {
    if (decisions.has(card.row)) lines.push([card.path, audit.classes[card.given], ...decisions.get(card.row)]);
  }
  return lines.map((cells) => `${cells.map(quoted).join(",")}\n`).join("");
}

// UTF-8, in which the bytes of a file's name that are no UTF-8 stand as they are; Python has them as lone surrogates.
function asBytes(text) {
  const encoder = new TextEncoder();
  const parts = text.split(/([\udc80-\udcff])/u);
  return parts.map((part, place) => (place % 2 ? Uint8Array.of(part.charCodeAt(0) - 0xdc00) : encoder.encode(part)));
}

function readCsv(text) {
  const rows = [];
  let row = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/gy;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) throw new Error(`row ${rows.length + 1} has a quote in a wrong place`);
    row.push(fromSpreadsheet(found[1]?.replaceAll('""', '"') ?? found[2]));
    if (found[3] === ",") continue;
    if (row.length > 1 || row[0]) rows.push(row);
    row = [];
  }
  return rows;
}

// Take the decisions of a file; return in a sentence how many there were, and how many are of other images.
async function importDecisions(file) {
  const decoder = new TextDecoder();
  const key = async (path, given) => JSON.stringify([decoder.decode(await new Blob(asBytes(path)).arrayBuffer()), given]);
  const [head = [], ...rows] = readCsv(decoder.decode(await file.arrayBuffer()));
  const columns = ["path", "given_label", "decision", "label"].map((name) => head.indexOf(name));
  if (columns.includes(-1)) throw new Error("it needs the columns path, given_label, decision and label");
  const cards = new Map();
  for (const card of audit.cards) cards.set(await key(card.path, audit.classes[card.given]), card);
  let taken = 0;
  for (const row of rows) {
    const [path, given, decision, label] = columns.map((column) => row[column] ?? "");
    const card = cards.get(await key(path, given));
    if (!card || !["keep", "relabel", "drop"].includes(decision) || (decision === "relabel" && !label)) continue;
    const made = { keep: given, relabel: label, drop: "" }[decision];
    past.push([card.row, decisions.get(card.row) ?? null]);
    put(card.row, [decision, made]);
    taken += 1;
  }
  save();
  const others = rows.length - taken;
  return `${taken} decisions were taken from the file` + (others ? `; ${others} of its rows do not fit an image on this page.` : ".");
}
