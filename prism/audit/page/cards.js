// Make the cards of suspicious images, and the two tables that filter them.
"use strict";

// An element with attributes and children; text is never taken as HTML.
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// A name as people can see it: control characters as pictures, and its direction shut in.
const seen = (text) => text.replace(/[\u0000-\u001f]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0)));
const name = (text) => make("bdi", { title: seen(text) }, seen(text));
const inOption = (text) => `\u2068${seen(text)}\u2069`;
const className = (label) => audit.classes[label];

function picture(number, words) {
  const content = audit.pictures[number];
  if (!content) return make("span", { class: "picture none", role: "img", "aria-label": `${words}: cannot be read` }, "?");
  return make("img", { class: "picture", src: `data:image/webp;base64,${content}`, alt: words, decoding: "async" });
}

function typical(words, label, pictures) {
  const alt = `typical ${seen(className(label))}`;
  const none = make("span", { class: "note" }, "no other image");
  return make("figure", { class: "typical" },
    make("figcaption", null, make("span", { class: "faint" }, words), " ", make("b", null, name(className(label)))),
    make("div", { class: "strip" }, ...(pictures.length ? pictures.map((number) => picture(number, alt)) : [none])));
}

function button(card, decision, label, key, ...words) {
  const element = make("button", { type: "button", class: decision, "aria-pressed": "false" }, ...words, make("kbd", null, key));
  element.dataset.label = label;
  element.addEventListener("click", () => choose(card, decision, label));
  return element;
}

function makeCard(card) {
  const given = className(card.given);
  const best = card.fitting.length ? card.fitting[0] : null;
  const others = card.fitting.slice(1);
  const article = make("article", { class: "card", tabindex: "-1", "aria-label": `${seen(card.path)}, given ${seen(given)}` });
  const buttons = make("div", { class: "buttons", role: "group", "aria-label": "Decision" },
    button(card, "keep", given, "K", make("span", null, "Keep ", name(given))));
  if (best !== null) buttons.append(button(card, "relabel", className(best), "R", make("span", null, "Relabel as ", name(className(best)))));
  buttons.append(button(card, "drop", "", "D", "Drop"));
  const more = make("div", { class: "buttons more", role: "group", "aria-label": "Other classes" },
    ...others.map((label, place) => button(card, "relabel", className(label), `${place + 2}`, name(className(label)))));
  const typing = make("button", { type: "button", class: "type" }, make("span", null, "another class…"), make("kbd", null, "T"));
  typing.addEventListener("click", () => { makeCurrent(card); openTyping(); });
  more.append(typing);
  const reason = make("p", { class: "reason" });
  for (const part of card.reason) reason.append(typeof part === "string" ? part : make("b", null, name(part[0])));
  const link = make("a", { href: card.href, target: "_blank", rel: "noopener", title: "Open the image itself" });
  link.append(picture(card.picture, seen(card.path)));
  const strips = [typical("given", card.given, card.like_given)];
  if (card.predicted !== card.given) strips.push(typical("fits best", card.predicted, card.like_predicted));
  article.append(
    make("div", { class: "suspect" }, link),
    make("div", { class: "about" },
      make("p", { class: "kinds" }, ...card.kinds.map((kind) => make("span", { class: "kind", "data-kind": kind }, kind)),
        make("code", { class: "path" }, name(card.path))),
      reason, buttons, more, make("p", { class: "decided", hidden: true }),
      ...(card.copy === null ? [] : [make("figure", { class: "copy" }, picture(card.copy, "the image that it is a near duplicate of"),
        make("figcaption", { class: "note" }, "the image that it is a near duplicate of"))])),
    make("div", { class: "strips" }, ...strips));
  article.addEventListener("click", () => makeCurrent(card));
  return article;
}

// Show on a card what was decided.
function mark(article, card) {
  const [decision, label] = decisions.get(card.row) ?? [];
  if (decision) article.dataset.decision = decision; else delete article.dataset.decision;
  let pressed = false;
  for (const element of article.querySelectorAll(".buttons button:not(.type)")) {
    const is = element.classList.contains(decision ?? "none") && element.dataset.label === label;
    element.setAttribute("aria-pressed", is);
    pressed ||= is;
  }
  const typed = article.querySelector(".decided");
  typed.hidden = !decision || pressed;  // a class that has no button
  if (!typed.hidden) typed.replaceChildren("Relabelled as ", make("b", null, name(label ?? "")));
}

function clickable(row, words, filter) {
  const element = make("button", { type: "button", class: "link", title: "Show these images" }, words);
  element.addEventListener("click", () => filterBy(filter));
  row.append(make("td", null, element));
}

const LONGEST = 500;  // rows of a table; the files beside the page have all

function fillTables() {
  const pairs = document.querySelector("#confusions tbody");
  for (const [given, predicted, count] of audit.confusions.slice(0, LONGEST)) {
    const row = make("tr", null, make("td", null, name(className(given))), make("td", null, name(className(predicted))));
    clickable(row, `${count}`, { given, predicted });
    pairs.append(row);
  }
  if (!audit.confusions.length) pairs.append(make("tr", null, make("td", { colspan: 3, class: "faint" }, "none")));
  const classes = document.querySelector("#classes tbody");
  for (const [label, count, share, other] of audit.class_table.slice(0, LONGEST)) {
    const row = make("tr");
    clickable(row, name(className(label)), { given: label });
    row.append(make("td", null, `${count}`),
      make("td", null, make("meter", { min: 0, max: 1, value: share, "aria-hidden": "true" }), ` ${Math.round(100 * share)} %`),
      make("td", null, other === null ? "–" : name(className(other))));
    classes.append(row);
  }
}
