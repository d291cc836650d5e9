// A photo that was chosen and has not been scanned yet.

import { look } from "./decode.js";

const byteLimit = 64 * 1024 * 1024;

let numbers = 0;

export class Photo {
  number = numbers++;
  // The same object for equal bytes; see Contents.
  content = null;
  hash = null;
  // The view takes it.
  thumbnail = null;
  // Whether it is known what it looks like, or that this browser cannot show it.
  isLookedAt = false;
  isUnshowable = false;
  isDropped = false;
  group = null;
  state = "chosen";
  sent = 0;
  message = "";
  // Settles once its bytes have been compared with the others'.
  compared = Promise.resolve();

  get isUnfit() { return this.file.size === 0 || this.file.size > byteLimit; }

  fail(message) {
    Object.assign(this, { state: "failed", message });
  }

  // Takes a file, or a part of the original, and finds out what it is like.
  take(file, frame, contents, onChange) {
    if (!frame) this.original = file;
    Object.assign(this, { file, frame, content: null, hash: null, state: "chosen", message: "" });
    this.isUnshowable = this.isLookedAt = this.isUnfit;
    if (file.size === 0) return this.fail("This file is empty: it has no bytes.");
    if (this.isUnfit) return this.fail("This photo is larger than 64 MiB, the most that ZooScan takes.");
    const isCurrent = () => this.file === file && !this.isDropped;
    this.compared = contents.find(file).then((content) => {
      if (isCurrent()) this.content = content;
      onChange();
    }, () => {});
    look(file, isCurrent).then((seen) => {
      if (!isCurrent()) return;
      Object.assign(this, { isLookedAt: true, isUnshowable: !seen }, seen);
      onChange();
    });
  }
}
