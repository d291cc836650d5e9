// A row of cards to scroll through, of which only those near the view are in the document.
// A card is placed by its number in the list, so that any part can be shown without the cards before it.

import { animalPath, imageAddress } from "./api.js";
import { clone, find, focus, isCalm, on, say } from "./dom.js";
import { fillHeart, toggle } from "./hearts.js";

// Cards beside the view that are there already when they scroll into it.
const margin = 6;
// The next page is asked for when so few cards are left.
const lookahead = 40;

export class Row {
  #cards = new Map();
  // The animal whose card is the row's one stop for the Tab key.
  #stop = "";
  // Scrolled so far; the element itself forgets it while it is not shown.
  #offset = 0;
  #stride = 1;
  // The cards from the first one in view on, and the place of that one.
  #anchor = { first: 0, ids: [] };
  #frame = 0;

  constructor(region, list) {
    this.list = list;
    this.region = region;
    const element = (this.element = find("ul", region));
    on(element, "scroll", () => {
      if (!this.#isShown) return;
      this.#offset = element.scrollLeft;
      this.#frame ||= requestAnimationFrame(() => {
        this.#frame = 0;
        this.#render();
      });
    });
    on(element, "keydown", (event) => this.#onKey(event));
    // A click, or a screen reader, may bring the focus to any card.
    on(element, "focusin", () => this.#focused()?.id !== this.#stop && this.#render());
    on(element, "click", ({ target }) => {
      const id = target.closest(".heart")?.parentElement.dataset.id;
      if (id) toggle(list.animals[list.placeOf(id)]);
    });
    this.turns = [-1, 1].map((by) => {
      const button = clone("#turn-template");
      button.setAttribute("aria-label", by < 0 ? "Scroll back" : "Scroll on");
      on(button, "click", () => {
        element.scrollBy({ left: by * element.clientWidth * 0.8, behavior: isCalm() ? "instant" : "smooth" });
      });
      return button;
    });
    find(".row-head", region).append(...this.turns);
    new ResizeObserver(() => this.shown()).observe(element);
  }

  // Shows what the list holds now: the same cards stay in view, unless all are new.
  changed(isNew) {
    const focused = this.#focused();
    if (this.#isShown) this.#offset = this.element.scrollLeft;
    if (isNew) this.#offset = 0;
    else if (this.#offset > 0) this.#follow();
    this.element.style.setProperty("--count", String(this.list.animals.length));
    this.#remember();
    if (!this.#isShown) return;
    this.#scroll(this.#offset);
    // The card that had the focus may be gone: then the one in its place has it.
    if (focused && !this.#cards.get(focused.id)?.isConnected) this.focusPlace(focused.place, focused.kind);
  }

  // Moves the focus to the link ("a") or the heart ("button") of the card at a place, or of the last one.
  focusPlace(place, kind) {
    const { animals } = this.list;
    const last = Math.min(place, animals.length - 1);
    if (last < 0) return focus(find("h3", this.region));
    const start = last * this.#stride;
    const inset = parseFloat(getComputedStyle(this.element).scrollPaddingLeft);
    const end = start + this.#stride + inset * 2 - this.element.clientWidth;
    this.#scroll(Math.max(end, Math.min(start, this.#offset)));
    const card = this.#cards.get(animals[last].id);
    if (card) focus(find(kind, card));
  }

  get #isShown() { return this.element.clientWidth > 0; }

  #scroll(offset) {
    if (this.element.scrollLeft !== offset) this.element.scrollLeft = offset;
    this.#offset = this.element.scrollLeft;
    this.#render();
  }

  // Is called when the row can be seen again, or in another size.
  shown() {
    if (!this.#isShown) return;
    const style = getComputedStyle(this.element);
    const [width, gap] = ["--card-width", "--card-gap"].map((name) => parseFloat(style.getPropertyValue(name)));
    const stride = width + gap;
    // The same card stays the first one when the cards change their width.
    const offset = this.#offset / this.#stride * stride;
    this.#stride = stride;
    this.#scroll(offset);
  }

  #render() {
    if (!this.#isShown) return;
    const { animals } = this.list;
    const width = this.element.clientWidth;
    const first = Math.max(0, Math.floor(this.#offset / this.#stride) - margin);
    const end = Math.min(animals.length, Math.ceil((this.#offset + width) / this.#stride) + margin);
    const places = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
    const focused = this.#focused();
    if (focused) this.#stop = focused.id;
    const held = focused ? this.list.placeOf(focused.id) : -1;
    if (held >= 0 && held < first) places.unshift(held);
    if (held >= end) places.push(held);
    if (!places.some((place) => animals[place].id === this.#stop)) {
      this.#stop = animals[Math.min(Math.ceil(this.#offset / this.#stride), animals.length - 1)]?.id ?? "";
    }
    this.#place(places);
    this.#remember();
    if (end + lookahead > animals.length) this.list.more();
    for (const button of this.turns) button.hidden = this.element.scrollWidth <= width;
  }

  // Has exactly the cards of these places in the document, in their order.
  #place(places) {
    const { animals, hasMore, total } = this.list;
    const wanted = new Set(places.map((place) => animals[place].id));
    for (const [id, card] of this.#cards) {
      if (wanted.has(id)) continue;
      // A picture that is still on its way is not needed any more.
      find("img", card).removeAttribute("src");
      card.remove();
      this.#cards.delete(id);
    }
    let next = this.element.firstElementChild;
    for (const place of places) {
      const animal = animals[place];
      const card = this.#cards.get(animal.id) ?? this.#makeCard(animal);
      card.style.setProperty("--place", String(place));
      card.setAttribute("aria-posinset", String(place + 1));
      card.setAttribute("aria-setsize", String(hasMore ? total ?? -1 : animals.length));
      say(find(".label", card), animal.label);
      fillHeart(find("button", card), animal);
      for (const control of card.children) control.tabIndex = animal.id === this.#stop ? 0 : -1;
      if (card === next) next = next.nextElementSibling;
      else this.element.insertBefore(card, next);
    }
  }

  #makeCard({ id }) {
    const card = clone("#card-template");
    card.dataset.id = id;
    find("a", card).href = animalPath(id);
    find("img", card).src = imageAddress(id, "/thumbnail");
    this.#cards.set(id, card);
    return card;
  }

  #focused() {
    const active = document.activeElement;
    const card = this.element.contains(active) ? active.closest("li") : null;
    return card && { id: card.dataset.id, place: card.ariaPosInSet - 1, kind: active.localName };
  }

  #remember() {
    const first = Math.floor(this.#offset / this.#stride);
    this.#anchor = { first, ids: this.list.animals.slice(first, first + 30).map(({ id }) => id) };
  }

  // Keeps the cards in view that were in view before the list changed.
  #follow() {
    const places = new Map(this.list.animals.map(({ id }, place) => [id, place]));
    const kept = this.#anchor.ids.find((id) => places.has(id));
    if (kept !== undefined) this.#offset += (places.get(kept) - this.#anchor.first) * this.#stride;
  }

  #onKey(event) {
    const focused = this.#focused();
    if (!focused || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const place = this.list.placeOf(focused.id);
    const last = this.list.animals.length - 1;
    const target = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    if (target >= 0 && target <= last) this.focusPlace(target, focused.kind);
  }
}
