// Which of the chosen photos are the same, or nearly.

import { distance, similarDistance } from "./perceptual-hash.js";

// Read at a time, so that two huge photos need not be in memory.
const pieceSize = 1 << 20;

export class Contents {
  #bySize = new Map();
  // Files are looked up one after another, or two equal ones would both be the first.
  #turn = Promise.resolve();

  find(file) {
    const found = this.#turn.then(async () => {
      const candidates = this.#bySize.get(file.size) ?? [];
      for (const candidate of candidates) {
        if (await isEqual(candidate.sample, file)) return candidate;
      }
      const content = { sample: file };
      this.#bySize.set(file.size, [...candidates, content]);
      return content;
    });
    this.#turn = found.catch(() => {});
    return found;
  }
}

async function isEqual(a, b) {
  for (let start = 0; start < a.size; start += pieceSize) {
    const pieces = [a, b].map((blob) => blob.slice(start, start + pieceSize).arrayBuffer());
    const [first, second] = (await Promise.all(pieces)).map((buffer) => new Uint8Array(buffer));
    if (first.some((byte, place) => byte !== second[place])) return false;
  }
  return true;
}

// Groups of identical and near-identical photos, in the order of their first members. Likeness is handed on, as in the
// program: where the second photo is like the first and the third like the second, all three are one group.
export function groups(photos) {
  let found = [];
  for (const photo of photos) {
    const isAlike = (group) => group.some((other) => areAlike(photo, other));
    const [joined = [], ...others] = found.filter(isAlike);
    const merged = [...joined, ...others.flat(), photo];
    found = joined.length > 0
      ? found.filter((group) => !others.includes(group)).map((group) => (group === joined ? merged : group))
      : [...found, merged];
  }
  return found;
}

function areAlike(a, b) {
  if (a.content && a.content === b.content) return true;
  return a.hash !== null && b.hash !== null && distance(a.hash, b.hash) <= similarDistance;
}

export function letters(number) {
  const last = String.fromCharCode(65 + number % 26);
  return number < 26 ? last : letters(Math.floor(number / 26) - 1) + last;
}
