// The screen on which chosen photos stand before they are scanned.

import { animalPath } from "./api.js";
import { Batch } from "./batch.js";
import { crop } from "./crop.js";
import { disable, find, isDisabled, on, say } from "./dom.js";
import { startOver } from "./main.js";
import { back, focusHeading, go, isAt, reveal } from "./router.js";
import { fillTile, makeTile } from "./tile.js";
import * as toast from "./toast.js";
import { counted } from "./words.js";

const list = find("#photos");
const summary = find("#picker-summary");
const keep = find("#picker-keep");
const scanButton = find("#scan");
const progress = find("#scan-progress");
const replaceInput = find("#replace-input");

let batch = new Batch();
const tiles = new Map();
let toReplace = null;
let frame = 0;

export const screen = { show };

function show({ isFirst }) {
  // Chosen photos don't outlive a reload, and then there is nothing to see here.
  if (batch.photos.length === 0) return go("/", { replace: true });
  reveal("picker", "Photos to scan");
  render();
  if (!isFirst) focusHeading();
}

export function choose(files) {
  if (files.length === 0) return;
  // What is chosen during a scan is a batch of its own, so that results don't mix.
  if (batch.isScanning || !isAt("/picker")) begin();
  batch.add(files);
  if (isAt("/picker")) render();
  else go("/picker");
}

function begin() {
  batch.onChange = () => {};
  if (!batch.isScanning) batch.drop(...batch.photos);
  batch = new Batch();
  batch.onChange = () => frame ||= requestAnimationFrame(render);
  say(summary, "");
}

function render() {
  cancelAnimationFrame(frame);
  frame = 0;
  const { photos, isScanning, isCompared } = batch;
  if (photos.length === 0) return;
  batch.group();
  const { distinct } = batch;
  const counts = isCompared ? `${distinct} distinct` : "looking for equal ones…";
  say(find("#picker-count"), `${counted(photos.length, "photo")}, ${counts}`);
  keep.hidden = !isCompared || isScanning || distinct === photos.length;
  for (const [photo, tile] of tiles) {
    if (photos.includes(photo)) continue;
    tile.remove();
    tiles.delete(photo);
  }
  for (const photo of photos) {
    if (!tiles.has(photo)) {
      tiles.set(photo, makeTile(photo));
      list.append(tiles.get(photo));
    }
    fillTile(tiles.get(photo), photo, isScanning);
  }
  const fit = photos.filter(({ isUnfit }) => !isUnfit);
  disable(scanButton, isScanning || fit.length === 0);
  const isRetry = fit.some(({ state }) => state === "failed");
  // What was said of the last scan is over once nothing of it is left.
  if (!photos.some(({ state }) => state === "failed")) say(summary, "");
  say(scanButton, isScanning ? "Scanning…" : isRetry ? "Scan again" : "Scan");
  progress.hidden = !isScanning;
  progress.max = fit.length || 1;
  // Sending is the smaller part of it.
  progress.value = fit.reduce((sum, { state, sent }) => sum + (/done|failed/.test(state) ? 1 : sent / 2), 0);
}

async function scan() {
  if (isDisabled(scanButton)) return;
  const scanned = batch;
  say(summary, "");
  const results = await scanned.scan();
  if (!results) return;
  const failed = scanned.photos.filter(({ state }) => state === "failed");
  const text = inWords(results, failed);
  if (scanned !== batch || !isAt("/picker")) {
    // One is elsewhere by now, where the photos' own messages cannot be read.
    toast.show([text, ...failed.map(({ message }) => message)].slice(0, 2).join(". "));
  } else if (failed.length > 0) {
    say(summary, text);
  } else if (results.length === 1) {
    if (results[0].status === "known") toast.show("This photo was known before");
    go(animalPath(results[0].animal.id), { replace: true });
  } else {
    toast.show(text);
    leave(startOver);
  }
}

function inWords(results, failed) {
  const added = results.filter(({ status }) => status === "added").length;
  const known = results.length - added;
  return [
    added && `${counted(added, "animal")} added`,
    known && `${added ? known : counted(known, "animal")} known before`,
    failed.length && `${counted(failed.length, "photo")} could not be scanned`,
  ].filter(Boolean).join(", ");
}

function leave(act) {
  begin();
  back(act);
}

// Takes a photo out, and lets the focus stay near where it was.
function drop(photo) {
  const place = batch.photos.indexOf(photo);
  batch.drop(photo);
  if (batch.photos.length === 0) return leave();
  render();
  find(".drop", tiles.get(batch.photos.at(place) ?? batch.photos.at(-1))).focus();
}

async function cropPhoto(photo) {
  const edited = batch;
  const cropped = await crop(photo);
  if (cropped && edited === batch && !photo.isDropped) batch.take(photo, cropped.file, cropped.frame);
}

on(list, "click", ({ target }) => {
  const button = target.closest("button");
  const photo = batch.photos.find(({ number }) => number === Number(button?.closest("li").dataset.number));
  if (!photo || batch.isScanning) return;
  if (button.matches(".drop")) return drop(photo);
  if (button.matches(".crop")) return cropPhoto(photo);
  toReplace = photo;
  replaceInput.click();
});
on(replaceInput, "change", () => {
  const [file] = replaceInput.files;
  replaceInput.value = "";
  if (file && batch.photos.includes(toReplace) && !batch.isScanning) batch.take(toReplace, file, null);
});
on(keep, "click", () => {
  batch.keepOneOfEach();
  focusHeading();
});
on(scanButton, "click", scan);
on(find("#picker-cancel"), "click", () => {
  batch.stop();
  leave();
});
