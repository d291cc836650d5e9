// Small pictures of the chosen photos, and how they look in 64 bits.

import { drawn, toJPEG } from "./dom.js";
import { perceptualHash } from "./perceptual-hash.js";

// As the program does.
const longestSide = 160;

// A photo of 12 megapixels takes 48 MB while it is decoded, so hundreds must wait for each other.
let places = 2;
const waiting = [];

export async function look(file, isWanted) {
  if (places > 0) places -= 1;
  else await new Promise((resolve) => waiting.push(resolve));
  try {
    return isWanted() ? await reduce(file) : null;
  } catch {
    // This browser cannot show it.
    return null;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else places += 1;
  }
}

async function reduce(file) {
  const whole = await createImageBitmap(file);
  const scale = Math.min(1, longestSide / Math.max(whole.width, whole.height));
  const [width, height] = [whole.width, whole.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = drawn(width, height, (context) => context.drawImage(whole, 0, 0, width, height));
  whole.close();
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  return { hash: perceptualHash(data, width, height), thumbnail: await toJPEG(canvas, 0.85) };
}
