// The main screen with its two rows, and the empty one where there is nothing to show yet.

import { call, inWords, isAbort } from "./api.js";
import { debounced, find, on, say, throttled } from "./dom.js";
import { isBusy, onHeart } from "./hearts.js";
import { AnimalList } from "./list.js";
import { focusHeading, reveal } from "./router.js";
import { Row } from "./row.js";
import { count, counted } from "./words.js";

const search = find("#search");
const labelFilter = find("#label-filter");
const trouble = find("#main-trouble");

const last = new Row(find("#last-scanned"), new AnimalList(false));
const loved = new Row(find("#loved"), new AnimalList(true));
const rows = [last, loved];

let isShown = false;
let left = null;
// Whether the focus still has to be moved, once it is known what there is to show.
let wantsFocus = false;
let labelsRequest;

export const screen = { show, hide };

function show({ isReturn, isFirst }) {
  isShown = true;
  wantsFocus = !isFirst;
  if (!isReturn) left = null;
  if (last.list.isRead) {
    present();
    refresh();
  } else {
    load();
    // Nothing at all would be worse than a screen that turns out to be another one.
    setTimeout(() => isShown && !last.list.isRead && present(), 300);
  }
}

function hide() {
  isShown = false;
  const active = document.activeElement;
  const row = rows.find(({ element }) => element.contains(active));
  const id = active.closest("li")?.dataset.id;
  left = row ? { row, id, place: row.list.placeOf(id) } : null;
}

export const refresh = throttled(500, () => {
  if (isBusy()) return refresh();
  for (const { list } of rows) list.refresh();
});

// Shows everything from its start: what was just scanned is there.
export function startOver() {
  left = null;
  const act = isFiltered() ? load : refresh;
  search.value = labelFilter.value = "";
  for (const row of rows) row.changed(true);
  act();
}

export function forget(id) {
  for (const { list } of rows) list.remove(id);
}

export function update(animal) {
  for (const { list } of rows) list.update(animal);
}

export function known(id) {
  return rows.flatMap(({ list }) => list.animals.find((animal) => animal.id === id) ?? [])[0];
}

const isFiltered = () => search.value.trim() + labelFilter.value !== "";

function load() {
  for (const { list } of rows) list.load({ text: search.value.trim(), label: labelFilter.value });
}

// Shows the one of both screens that is right, as far as is known.
function present() {
  const isEmpty = last.list.isRead && last.list.animals.length === 0 && !isFiltered();
  const wasShown = !find("#main").hidden;
  reveal(isEmpty ? "empty" : "main", isEmpty ? "No animals yet" : "");
  for (const { element, list, region } of rows) {
    element.hidden = list.isRead && list.animals.length === 0;
    say(find(".total", region), list.total ? count(list.total) : "");
  }
  find("#nothing-found").hidden = !last.element.hidden;
  find("#no-loved").hidden = !loved.element.hidden;
  say(find("#no-loved"), isFiltered() ? "Nothing found" : "No loved animals yet");
  if (!wasShown) for (const row of rows) row.shown();
  if (!wantsFocus || !last.list.isRead) return;
  wantsFocus = false;
  if (isEmpty || !left) return focusHeading();
  const place = left.row.list.placeOf(left.id);
  left.row.focusPlace(place < 0 ? left.place : place, "a");
}

for (const row of rows) {
  row.list.onChange = (isNew) => {
    row.element.hidden = false;
    row.changed(isNew);
    if (isShown) present();
    const { animals, total } = row.list;
    if (row !== last) return;
    readLabels();
    if (!isNew || !isFiltered()) return;
    say(find("#found"), animals.length > 0 ? `${counted(total ?? animals.length, "animal")} found` : "Nothing found");
  };
  row.list.onTrouble = (error) => {
    trouble.hidden = !error;
    say(find("p", trouble), error ? inWords(error) : "");
    if (error && isShown) present();
  };
}

on(find("button", trouble), "click", () => (last.list.isRead && loved.list.isRead ? refresh() : load()));
on(find("#filters"), "submit", (event) => event.preventDefault());
on(search, "input", debounced(200, load));
on(labelFilter, "change", load);

onHeart((animal) => {
  last.list.update(animal);
  if (animal.isLoved) loved.list.insert(animal);
  else loved.list.remove(animal.id);
});

// Counting the labels takes longer than reading a page of animals, so it is asked for more rarely.
const readLabels = throttled(3_000, async () => {
  if (!isShown) return;
  labelsRequest?.abort();
  labelsRequest = new AbortController();
  try {
    const { labels } = await call("/labels", { signal: labelsRequest.signal });
    const chosen = labelFilter.value;
    if (chosen && !labels.some(({ label }) => label === chosen)) labels.unshift({ label: chosen, count: 0 });
    const options = labels.map(({ label, count: number }) => new Option(`${label} (${count(number)})`, label));
    labelFilter.replaceChildren(new Option("All labels", ""), ...options);
    labelFilter.value = chosen;
  } catch (error) {
    // The filter is only a help; the rows say what is wrong.
    if (!isAbort(error)) console.warn(error);
  }
});
