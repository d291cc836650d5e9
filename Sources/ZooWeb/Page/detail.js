// One animal: its picture, what is known of it, and what can be done with it.

import { animalPath, call, imageAddress, inWords, isAbort } from "./api.js";
import { prepareCorrection, startCorrection } from "./correct.js";
import { clone, find, focus, on } from "./dom.js";
import { fillHeart, onHeart, toggle, withWish } from "./hearts.js";
import * as main from "./main.js";
import { back, focusHeading, reveal, setTitle } from "./router.js";
import * as toast from "./toast.js";
import { bytes, cameraTime, count, localTime, percent, rule } from "./words.js";

const layout = find("#detail-layout");
const label = find("#detail-label");
const heart = find("#detail .heart");
const body = find("#detail-body");
const picture = find("#detail-picture");
const note = find("#picture-note");
const trouble = find("#detail-trouble");
const retry = find("button", trouble);
const remove = find("#remove");

// The visit that is shown: an answer to an earlier one is not for this screen.
let visit = null;
let wantsFocus = false;
let id = "";
let animal;

export const screen = { show, hide };

function show({ id: wanted, isFirst }) {
  hide();
  id = wanted;
  wantsFocus = !isFirst;
  layout.hidden = body.hidden = trouble.hidden = true;
  remove.disabled = false;
  reveal("detail", "Animal");
  const summary = main.known(id);
  if (summary) showSummary(summary);
  read();
}

function hide() {
  visit?.abort();
  visit = null;
  // The next animal must not be seen with this one's picture.
  animal = undefined;
  picture.removeAttribute("src");
  picture.style.backgroundImage = "";
}

async function read() {
  visit?.abort();
  const current = (visit = new AbortController());
  try {
    const answer = await call(animalPath(id), { signal: current.signal });
    if (visit === current) showAnimal(withWish(answer));
  } catch (error) {
    if (!isAbort(error) && visit === current) showTrouble(error);
  }
}

function showTrouble(error) {
  const isMissing = error.status === 404;
  trouble.hidden = false;
  layout.hidden ||= isMissing;
  find("p", trouble).textContent = isMissing ? "There is no such animal. It may have been removed." : inWords(error);
  retry.textContent = isMissing ? "All animals" : "Retry";
  retry.onclick = () => (isMissing ? back() : read());
  if (isMissing) setTitle("No such animal");
  if (layout.hidden) focus(retry);
}

function showSummary(given) {
  const isOther = animal?.id !== given.id;
  animal = given;
  label.textContent = given.label;
  setTitle(given.label);
  fillHeart(heart, given);
  picture.alt = `The photo: ${given.label}`;
  layout.hidden = false;
  if (wantsFocus) focusHeading();
  wantsFocus = false;
  if (!isOther) return;
  note.hidden = true;
  // The small picture stands where the large one is to appear, and it alone where that is missing.
  picture.style.backgroundImage = `url("${imageAddress(given.id, "/thumbnail")}")`;
  for (const side of ["width", "height"]) {
    picture[side] = given[side];
    picture.style.setProperty(`--${side}`, given[side]);
  }
  picture.src = imageAddress(given.id, "/picture");
}

function showAnimal(given) {
  showSummary(given);
  trouble.hidden = true;
  body.hidden = false;
  find("#detail-description").textContent = given.description;
  find("#detail-source").textContent = rule(given);
  find("#detail-status").hidden = given.status !== "truncated";
  const lines = given.predictions.slice(0, 5).map(showPrediction);
  find("#predictions").replaceChildren(...lines);
  find("#predictions").hidden = find("#predictions-heading").hidden = lines.length === 0;
  showFacts(given);
  prepareCorrection(given.id);
}

function showPrediction({ label: name, probability }) {
  const line = clone("#prediction-template");
  find(".label", line).textContent = name;
  find(".percent", line).textContent = percent(probability);
  find(".fill", line).style.width = percent(probability);
  return line;
}

function showFacts(given) {
  const facts = [
    ["Taken", given.takenAt ? cameraTime(given.takenAt) : "The photo does not say"],
    ["Scanned", localTime(given.scannedAt)],
    ["Name", given.name],
    ...given.paths.map((path) => ["File", path]),
    ["Size", `${count(given.width)} × ${count(given.height)} pixels, ${bytes(given.bytes)}`],
    ["Model", given.model?.name],
  ];
  find("#facts").replaceChildren(...facts.filter(([, value]) => value).flatMap((pair) => pair.map((text, index) => {
    const element = document.createElement(index ? "dd" : "dt");
    element.textContent = text;
    return element;
  })));
}

async function removeAnimal() {
  if (!animal) return;
  const removed = animal;
  remove.disabled = true;
  try {
    await call(animalPath(removed.id), { method: "DELETE" });
  } catch (error) {
    remove.disabled = false;
    return toast.show(`${removed.label} was not removed. ${inWords(error)}`);
  }
  const tell = () => toast.show(`${removed.label} removed`, () => restore(removed));
  main.forget(removed.id);
  // One may have gone elsewhere while the answer was under way.
  if (animal?.id === removed.id) back(tell);
  else tell();
}

async function restore(removed) {
  try {
    await call(animalPath(removed.id, "/restore"), { method: "POST" });
    toast.show(`${removed.label} is back`);
    main.refresh();
  } catch (error) {
    toast.show(`${removed.label} was not brought back. ${inWords(error)}`);
  }
}

on(heart, "click", () => animal && toggle(animal));
onHeart((changed) => {
  if (animal?.id !== changed.id) return;
  animal = { ...animal, isLoved: changed.isLoved };
  fillHeart(heart, animal);
});
on(picture, "error", () => {
  const small = imageAddress(id, "/thumbnail");
  if (!picture.hasAttribute("src") || picture.getAttribute("src") === small) return;
  picture.src = small;
  note.hidden = false;
});
// A transparent part of the large picture must not show the small one.
on(picture, "load", () => picture.style.backgroundImage = "");
on(remove, "click", removeAnimal);
on(find("#back"), "click", (event) => {
  event.preventDefault();
  back();
});
startCorrection((corrected) => {
  main.update(corrected);
  if (animal?.id === corrected.id) showAnimal(corrected);
  toast.show(`The label is now ${corrected.label}`);
});
