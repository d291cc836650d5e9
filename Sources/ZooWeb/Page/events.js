// What the program tells by itself: that something changed in the store, and how uploads get on.

import { noAnswer } from "./api.js";
import { find, on, say } from "./dom.js";
import { count, counted } from "./words.js";

const progress = find("#progress");
const connection = find("#connection");

let source = null;
let retry = 0;
let errors = 0;
let onChange = () => {};

// Listens while the page can be seen: a browser has six connections to a server for all its tabs.
export function listen(action) {
  onChange = action;
  const update = () => (document.hidden ? close() : open());
  on(document, "visibilitychange", update);
  on(window, "pageshow", update);
  on(window, "pagehide", close);
  update();
}

function open() {
  if (source) return;
  const opened = (source = new EventSource("/api/v1/events"));
  on(opened, "open", () => {
    errors = 0;
    connection.hidden = true;
  });
  // What happened while nobody listened is not told again.
  on(opened, "open change", () => onChange());
  on(opened, "progress", ({ data }) => showProgress(JSON.parse(data)));
  on(opened, "error", () => {
    progress.hidden = true;
    errors += 1;
    // A short gap is nothing to speak of.
    connection.hidden = errors < 2;
    say(connection, connection.hidden ? "" : noAnswer);
    // The browser tries again by itself, except where the server answered with an error.
    if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
    source = null;
    retry = setTimeout(open, 5_000);
  });
}

function close() {
  clearTimeout(retry);
  source?.close();
  source = null;
  progress.hidden = true;
}

function showProgress({ received, done, failed }) {
  const finished = done + failed;
  progress.hidden = finished >= received;
  if (progress.hidden) return;
  say(find("span", progress), `Scanning: ${count(finished)} of ${counted(received, "photo")}`);
  Object.assign(find("progress", progress), { max: received, value: finished });
}
