// Loving and no longer loving: shown at once, sent after, taken back if that fails.

import { animalPath, call, inWords } from "./api.js";
import * as toast from "./toast.js";

// What was last asked for, by the animal's ID, while requests are under way.
const wishes = new Map();
const listeners = [];

export const onHeart = (listener) => listeners.push(listener);

// Whether an answer of the server may be older than what is shown.
export const isBusy = () => wishes.size > 0;

export function withWish(animal) {
  return wishes.has(animal.id) ? { ...animal, isLoved: wishes.get(animal.id) } : animal;
}

export async function toggle(animal) {
  const { id, isLoved } = animal;
  const isUnderWay = wishes.has(id);
  wishes.set(id, !isLoved);
  tell({ ...animal, isLoved: !isLoved });
  // Requests for one animal go one after another, so that the last wish is the one that holds.
  if (isUnderWay) return;
  let held = isLoved;
  try {
    while (wishes.get(id) !== held) {
      const wish = wishes.get(id);
      await call(animalPath(id, "/loved"), { method: wish ? "PUT" : "DELETE" });
      held = wish;
    }
    wishes.delete(id);
  } catch (error) {
    wishes.delete(id);
    tell({ ...animal, isLoved: held });
    toast.show(`The heart was not changed. ${inWords(error)}`);
  }
}

export function fillHeart(button, { label, isLoved }) {
  button.setAttribute("aria-pressed", String(isLoved));
  button.setAttribute("aria-label", `Love ${label}`);
}

function tell(animal) {
  for (const listener of listeners) listener(animal);
}
