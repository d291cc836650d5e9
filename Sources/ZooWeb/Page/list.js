// The animals of a row, as far as they have been read: newest first, a page at a time.

import { call, isAbort } from "./api.js";
import { isBusy, withWish } from "./hearts.js";

const pageSize = 60;
// The most that the server gives at once.
const headLimit = 500;

export class AnimalList {
  animals = [];
  total = null;
  isRead = false;
  // Is called after each change; the parameter tells that another filter's animals are there now.
  onChange = (isNew) => {};
  // Is called when a request failed, and with null when one did not.
  onTrouble = (error) => {};

  #next = null;
  #filter = { text: "", label: "" };
  #request = null;
  // Whether the head is to be read again after the request that is under way.
  #isStale = false;
  // Counts the changes made here, since an answer may be older than they are.
  #version = 0;
  #hasFailed = false;

  constructor(lovedOnly) {
    this.lovedOnly = lovedOnly;
  }

  get hasMore() { return this.#next !== null; }

  placeOf(id) { return this.animals.findIndex((animal) => animal.id === id); }

  async load(filter) {
    this.#request?.abort();
    this.#filter = filter;
    await this.#read({ limit: pageSize }, (page) => {
      this.animals = [];
      this.#merge(page, true);
    });
  }

  async more() {
    if (this.#request || !this.hasMore || this.#hasFailed) return;
    await this.#read({ limit: pageSize * 2, cursor: this.#next }, (page) => {
      const known = new Set(this.animals.map(({ id }) => id));
      this.animals = this.animals.concat(page.animals.filter(({ id }) => !known.has(id)));
      this.#next = page.next;
      this.onChange(false);
    });
  }

  // Reads again what has been read, and takes in what has changed.
  async refresh() {
    this.#isStale = this.#request !== null;
    if (this.#isStale) return;
    const version = this.#version;
    const limit = Math.min(Math.max(this.animals.length, pageSize), headLimit);
    await this.#read({ limit }, (page) => {
      // What was pressed meanwhile must not be overwritten.
      if (isBusy() || version !== this.#version) {
        this.#isStale = true;
        return;
      }
      this.#merge(page, false);
    });
  }

  remove(id) {
    const place = this.placeOf(id);
    if (place >= 0) this.#splice(place, 1);
  }

  update(animal) {
    const place = this.placeOf(animal.id);
    if (place >= 0) this.#splice(place, 1, { ...this.animals[place], ...animal });
  }

  // Puts an animal where it belongs by its time, unless that is where nothing has been read yet.
  insert(animal) {
    if (this.placeOf(animal.id) >= 0) return this.update(animal);
    const place = this.animals.findIndex(({ scannedAt }) => scannedAt < animal.scannedAt);
    if (place >= 0 || !this.hasMore) this.#splice(place < 0 ? this.animals.length : place, 0, animal);
  }

  #splice(place, count, ...animals) {
    this.#version += 1;
    this.animals.splice(place, count, ...animals);
    if (this.total !== null) this.total += animals.length - count;
    this.onChange(false);
  }

  #merge(head, isNew) {
    const fresh = new Set(head.animals.map(({ id }) => id));
    const last = head.animals.at(-1);
    // Where nothing connects the head with what was read before, there would be a gap between them.
    const isConnected = head.next !== null && this.animals.some(({ id }) => fresh.has(id));
    const tail = isConnected
      ? this.animals.filter(({ id, scannedAt }) => scannedAt <= last.scannedAt && !fresh.has(id))
      : [];
    if (tail.length === 0) this.#next = head.next;
    Object.assign(this, { animals: head.animals.concat(tail), total: head.total, isRead: true });
    this.onChange(isNew);
  }

  // Sends a request; its answer is applied unless a later one has taken its place.
  async #read(query, apply) {
    const request = (this.#request = new AbortController());
    const { text, label } = this.#filter;
    const entries = Object.entries({ ...query, text, label, loved: this.lovedOnly ? "true" : "" });
    const parameters = new URLSearchParams(entries.filter(([, value]) => value !== ""));
    let page;
    try {
      page = await call(`/animals?${parameters}`, { signal: request.signal });
    } catch (error) {
      if (!isAbort(error) && this.#request === request) this.#end(error);
      return;
    }
    if (this.#request !== request) return;
    page.animals = page.animals.map(withWish).filter(({ isLoved }) => isLoved || !this.lovedOnly);
    this.#end(null);
    apply(page);
    // While hearts are under way, the event that follows asks for it.
    if (this.#isStale && !isBusy()) this.refresh();
  }

  #end(error) {
    this.#request = null;
    this.#hasFailed = error !== null;
    this.onTrouble(error);
  }
}
