// Finding, making and changing elements.

export const find = (selector, root = document) => root.querySelector(selector);
export const clone = (template) => find(template).content.firstElementChild.cloneNode(true);

export function on(target, names, action) {
  for (const name of names.split(" ")) target.addEventListener(name, action);
}

// Sets a text only where it is another one, so that screen readers don't say it again.
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Makes a button do nothing, or something again; it can have the focus all the same.
export const disable = (button, isDisabled = true) => button.setAttribute("aria-disabled", String(isDisabled));
export const isDisabled = (button) => button.getAttribute("aria-disabled") === "true";

export const focus = (element) => element.focus({ preventScroll: true });

export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function debounced(delay, action) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, delay);
  };
}

export function throttled(pause, action) {
  let timer = 0;
  let last = -Infinity;
  return () => {
    timer ||= setTimeout(() => {
      timer = 0;
      last = performance.now();
      action();
    }, Math.max(0, last + pause - performance.now()));
  };
}

export function drawn(width, height, draw) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d", { willReadFrequently: width <= 160 });
  // JPEG has no transparency; the program lays what is transparent over white, too.
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  draw(context);
  return canvas;
}

export function toJPEG(canvas, quality) {
  return new Promise((resolve, reject) => {
    const take = (blob) => (blob ? resolve(blob) : reject(new Error("The canvas is too large.")));
    canvas.toBlob(take, "image/jpeg", quality);
  });
}
