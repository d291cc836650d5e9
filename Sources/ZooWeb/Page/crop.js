// The dialog in which a part of a photo is chosen.

import { disable, drawn, find, isDisabled, on, say, toJPEG } from "./dom.js";
import { withExif } from "./exif.js";
import { count } from "./words.js";

const dialog = find("#crop-dialog");
const canvas = find("#crop-canvas");
const area = find("#crop-area");
const complaint = find("#crop-error");
const apply = find("#crop-apply");

const previewSide = 1600;
// A step of the arrow keys, and the least that can be cut out, as shares of the photo's sides.
const step = 0.02;
const least = 0.05;

let frame;
let bitmap = null;
let end = (result) => {};
let announcement = 0;

export function crop({ original, frame: chosen }) {
  complaint.textContent = "";
  frame = chosen;
  area.hidden = true;
  disable(apply);
  dialog.showModal();
  return new Promise((resolve) => {
    let isOver = false;
    end = (result) => {
      isOver = true;
      bitmap?.close();
      bitmap = null;
      dialog.close();
      resolve(result);
    };
    open(original, () => isOver);
    apply.onclick = async () => {
      if (isDisabled(apply)) return;
      if (frame.width === bitmap.width && frame.height === bitmap.height) return end({ file: original, frame: null });
      disable(apply);
      const part = frame;
      try {
        const file = await cut(original, part);
        if (!isOver) end({ file, frame: part });
      } catch {
        complaint.textContent = "This browser cannot cut so large a photo. Choose a smaller part.";
        disable(apply, false);
      }
    };
  });
}

async function open(original, isOver) {
  try {
    const opened = await createImageBitmap(original);
    if (isOver()) return opened.close();
    bitmap = opened;
    const scale = Math.min(1, previewSide / Math.max(opened.width, opened.height));
    canvas.width = Math.max(1, opened.width * scale);
    canvas.height = Math.max(1, opened.height * scale);
    canvas.getContext("2d").drawImage(opened, 0, 0, canvas.width, canvas.height);
    area.hidden = false;
    disable(apply, false);
    show(frame ?? whole());
    area.focus();
  } catch {
    if (!isOver()) complaint.textContent = "This browser cannot show the photo, so it cannot be cropped here.";
  }
}

async function cut(original, { x, y, width, height }) {
  const source = bitmap;
  const jpeg = await toJPEG(drawn(width, height, (context) => context.drawImage(source, -x, -y)), 0.95);
  const name = `${original.name.replace(/\.\w+$/, "")}.jpg`;
  return new File(await withExif(jpeg, original), name, { type: "image/jpeg" });
}

const whole = () => ({ x: 0, y: 0, width: bitmap.width, height: bitmap.height });
const clamp = (value, low, high) => Math.round(Math.max(low, Math.min(high, value)));

function show({ x, y, width, height }) {
  frame = { x, y, width, height };
  const percent = (part, all) => `${part / all * 100}%`;
  Object.assign(area.style, {
    left: percent(x, bitmap.width), width: percent(width, bitmap.width),
    top: percent(y, bitmap.height), height: percent(height, bitmap.height),
  });
  const text = `${count(width)} by ${count(height)} pixels, ${count(x)} from the left, ${count(y)} from the top`;
  area.setAttribute("aria-label", text);
  clearTimeout(announcement);
  announcement = setTimeout(() => say(find("#crop-size"), text), 400);
}

// Moves edges by shares of the photo's sides: -1 the left or upper ones, 1 the right or lower ones, 0 both.
function change(from, dx, dy, xEdge, yEdge) {
  const [x, width] = changeSide(from.x, from.width, dx, xEdge, bitmap.width);
  const [y, height] = changeSide(from.y, from.height, dy, yEdge, bitmap.height);
  show({ x, y, width, height });
}

function changeSide(start, length, share, edge, all) {
  const by = share * all;
  const shortest = Math.ceil(least * all);
  if (edge === 0) return [clamp(start + by, 0, all - length), length];
  if (edge > 0) return [start, clamp(length + by, shortest, all - start)];
  const moved = clamp(start + by, 0, start + length - shortest);
  return [moved, start + length - moved];
}

on(area, "pointerdown", ({ target, button, pointerId, clientX, clientY }) => {
  if (button !== 0) return;
  const { x = 0, y = 0 } = target.dataset;
  const from = frame;
  const stage = canvas.getBoundingClientRect();
  area.setPointerCapture(pointerId);
  area.onpointermove = (move) => {
    const [dx, dy] = [(move.clientX - clientX) / stage.width, (move.clientY - clientY) / stage.height];
    change(from, dx, dy, Number(x), Number(y));
  };
});
on(area, "pointerup pointercancel", () => area.onpointermove = null);
on(area, "keydown", (event) => {
  const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const direction = directions[event.key];
  if (!direction || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const edge = event.shiftKey ? 1 : 0;
  change(frame, direction[0] * step, direction[1] * step, edge, edge);
});
on(find("#crop-whole"), "click", () => bitmap && show(whole()));
on(find("#crop-cancel"), "click", () => end(null));
on(dialog, "close", () => end(null));
