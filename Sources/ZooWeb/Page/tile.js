// How a chosen photo looks in the picker.

import { clone, find, on, say } from "./dom.js";
import { letters } from "./grouping.js";
import { percent } from "./words.js";

// As many rings as picker.css has colours for.
const ringColours = 8;

// What a tile shows already, as one of hundreds changes at a time.
const keys = new WeakMap();

export function makeTile({ number }) {
  const tile = clone("#photo-template");
  tile.dataset.number = number;
  const image = find("img", tile);
  // The picture stays when its address goes.
  on(image, "load error", () => URL.revokeObjectURL(image.src));
  return tile;
}

export function fillTile(tile, photo, isScanning) {
  const { name } = photo.file;
  const key = JSON.stringify([name, photo, isScanning]);
  if (key === keys.get(tile)) return;
  keys.set(tile, key);
  const text = find(".name", tile);
  say(text, photo.frame ? `${name}, cropped` : name);
  text.title = name;
  tile.classList.toggle("unshowable", photo.isUnshowable);
  tile.dataset.state = photo.state;
  const image = find("img", tile);
  image.hidden = !photo.isLookedAt || photo.isUnshowable;
  if (photo.thumbnail) image.src = URL.createObjectURL(photo.thumbnail);
  photo.thumbnail = null;
  showRing(tile, photo.group);
  for (const button of tile.querySelectorAll("button")) {
    button.setAttribute("aria-label", `${button.title} ${name}`);
    button.disabled = isScanning || (button.matches(".crop") && photo.isUnshowable);
  }
  say(find(".state", tile), stateInWords(photo));
  say(find(".message", tile), photo.message);
}

function stateInWords({ state, sent }) {
  if (state === "sending") return sent < 1 ? `Sending, ${percent(sent)}` : "Scanning…";
  return { waiting: "Waiting", done: "Scanned" }[state] ?? "";
}

function showRing(tile, group) {
  const badge = find(".badge", tile);
  const letter = group === null ? "" : letters(group);
  badge.hidden = !letter;
  say(badge, letter);
  badge.setAttribute("aria-label", `Group ${letter}: looks like another photo`);
  if (!letter) return tile.removeAttribute("data-group");
  tile.dataset.group = letter;
  tile.style.setProperty("--ring", `var(--ring-${group % ringColours})`);
}
