// Addresses and screens: which one is shown, the way back, and where the focus goes.

import { find, focus, on } from "./dom.js";

let screens;
let current;
let address = "";
// This page's place in the history: how many of its own are before it, and a name for it.
let entry = history.state?.key ? history.state : { depth: 0, key: "0" };
let keys = Date.now();
const heights = new Map();
// What to do once the history has gone back.
let afterBack = () => {};

export function start(given) {
  screens = given;
  history.scrollRestoration = "manual";
  history.replaceState({ ...history.state, ...entry }, "");
  on(window, "popstate", ({ state }) => {
    remember();
    entry = state?.key ? state : { depth: 0, key: String(keys++) };
    if (!state?.key) history.replaceState(entry, "");
    const act = afterBack;
    afterBack = () => {};
    act();
    enter(true);
  });
  on(document, "click", (event) => {
    const link = event.target.closest("a[href^='/']");
    if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(link.pathname);
  });
  enter(false, true);
}

export const isAt = (path) => address === path;

export function go(path, { replace = false } = {}) {
  if (isAt(path) && !replace) return scrollTo({ top: 0 });
  remember();
  entry = { depth: entry.depth + (replace ? 0 : 1), key: String(keys++) };
  if (replace) history.replaceState(entry, "", path);
  else history.pushState(entry, "", path);
  enter(false);
}

// Returns to where one was, or to the main screen if the page was opened here; acts before.
export function back(act = () => {}) {
  if (entry.depth > 0) {
    afterBack = act;
    history.back();
  } else {
    act();
    go("/", { replace: true });
  }
}

export function reveal(id, title) {
  for (const section of document.querySelectorAll("section")) section.hidden = section.id !== id;
  setTitle(title);
}

export function setTitle(title) {
  document.title = title ? `${title} – ZooScan` : "ZooScan";
}

// Moves the focus to the screen's heading, so that a screen reader says where one is.
export const focusHeading = () => focus(find("section:not([hidden]) h2"));

const remember = () => heights.set(entry.key, scrollY);

function enter(isReturn, isFirst = false) {
  address = location.pathname;
  const [, id = ""] = /^\/animals\/([^/]+)$/.exec(address) ?? [];
  const screen = id ? screens.detail : isAt("/picker") ? screens.picker : screens.main;
  if (current !== screen) current?.hide?.();
  current = screen;
  screen.show({ id, isReturn, isFirst });
  scrollTo({ top: isReturn ? heights.get(entry.key) ?? 0 : 0, behavior: "instant" });
}
