// Photos that were chosen together, and their scan. Each batch keeps its own results, however many are under way.

import { inWords, isAbort } from "./api.js";
import { on } from "./dom.js";
import { Contents, groups } from "./grouping.js";
import { Photo } from "./photo.js";
import { upload } from "./upload.js";

const photosAtOnce = 2;

// Scans in the whole page: leaving it would end them.
let underWay = 0;
on(window, "beforeunload", (event) => underWay > 0 && event.preventDefault());

export class Batch {
  photos = [];
  distinct = 0;
  isScanning = false;
  onChange = () => {};

  #contents = new Contents();
  #stop = new AbortController();

  add(files) {
    for (const file of files) {
      const photo = new Photo();
      this.photos.push(photo);
      this.take(photo, file, null);
    }
  }

  take(photo, file, frame) {
    photo.take(file, frame, this.#contents, () => this.onChange());
    this.onChange();
  }

  drop(...photos) {
    for (const photo of photos) photo.isDropped = true;
    this.photos = this.photos.filter((photo) => !photo.isDropped);
    this.onChange();
  }

  keepOneOfEach() {
    for (const members of groups(this.photos)) {
      const kept = members.reduce((best, photo) => (photo.file.size > best.file.size ? photo : best));
      this.drop(...members.filter((photo) => photo !== kept));
    }
  }

  // Numbers the groups of two or more, and counts the different photos.
  group() {
    // Each is compared with each other, which takes long.
    if (this.isScanning || !this.isCompared) return;
    const all = groups(this.photos);
    let number = 0;
    for (const members of all) {
      const group = members.length > 1 ? number++ : null;
      for (const photo of members) photo.group = group;
    }
    this.distinct = all.length;
  }

  get isCompared() { return this.photos.every(({ isLookedAt }) => isLookedAt); }

  stop() {
    this.#stop.abort();
  }

  // Scans identical photos once; gives what worked, which leaves the batch, or null if stopped.
  async scan() {
    const { signal } = (this.#stop = new AbortController());
    const photos = this.photos.filter(({ isUnfit }) => !isUnfit);
    this.isScanning = true;
    underWay += 1;
    this.#set(photos, "waiting");
    await Promise.all(photos.map(({ compared }) => compared));
    // A file may have been removed or changed after it was chosen.
    const { true: readable = [], false: gone = [] } = Object.groupBy(photos, ({ content }) => content !== null);
    for (const photo of gone) photo.fail("The file cannot be read any more. Choose it again.");
    const queue = [...Map.groupBy(readable, ({ content }) => content).values()];
    const results = [];
    await Promise.all(Array.from({ length: photosAtOnce }, async () => {
      for (let same = queue.shift(); same; same = queue.shift()) {
        const result = await this.#scanOne(same, signal);
        if (result) results.push(result);
      }
    }));
    underWay -= 1;
    this.isScanning = false;
    this.photos = this.photos.filter(({ state }) => state !== "done");
    this.onChange();
    return signal.aborted ? null : results;
  }

  async #scanOne(same, signal) {
    this.#set(same, "sending");
    try {
      const result = await upload(same[0].file, signal, (sent) => this.#set(same, "sending", sent));
      this.#set(same, "done");
      return result;
    } catch (error) {
      if (isAbort(error)) this.#set(same, "chosen");
      else for (const photo of same) photo.fail(inWords(error));
      this.onChange();
      return null;
    }
  }

  #set(photos, state, sent = 0) {
    for (const photo of photos) Object.assign(photo, { state, sent, message: "" });
    this.onChange();
  }
}
