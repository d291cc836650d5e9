// The form that corrects a label, with the known labels as suggestions.

import { animalPath, call, inWords, isAbort } from "./api.js";
import { debounced, disable, find, isDisabled, on } from "./dom.js";
import { withWish } from "./hearts.js";

const form = find("#correct");
const input = find("#correct-label");
const list = find("#suggestions");
const message = find("#correct-error");
const submit = find("button", form);

let id = "";
let request;

// Makes the form ready for an animal; what is being typed for it already stays.
export function prepareCorrection(wanted) {
  if (id !== wanted) clear();
  id = wanted;
}

export function startCorrection(onCorrected) {
  on(input, "input", debounced(150, suggest));
  on(form, "submit", async (event) => {
    event.preventDefault();
    if (isDisabled(submit)) return;
    const label = input.value.trim();
    const target = id;
    complain("");
    if (!label) return complain("Type the label first.");
    disable(submit);
    try {
      const animal = withWish(await call(animalPath(target, "/label"), { method: "PUT", json: { label } }));
      if (id === target) clear();
      onCorrected(animal);
    } catch (error) {
      if (id === target) complain(inWords(error));
    } finally {
      disable(submit, false);
    }
  });
}

function clear() {
  request?.abort();
  input.value = "";
  list.replaceChildren();
  complain("");
}

async function suggest() {
  request?.abort();
  const current = (request = new AbortController());
  const text = input.value.trim();
  if (!text) return list.replaceChildren();
  try {
    const query = new URLSearchParams({ text, limit: "10" });
    const { labels } = await call(`/suggestions?${query}`, { signal: current.signal });
    if (request === current) list.replaceChildren(...labels.map((each) => new Option(each.description, each.label)));
  } catch (error) {
    // It goes without suggestions, too.
    if (!isAbort(error)) console.warn(error);
  }
}

function complain(text) {
  message.textContent = text;
  input.ariaInvalid = text ? "true" : null;
  if (text) input.focus();
}
