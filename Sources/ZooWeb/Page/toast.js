// A message at the lower edge that goes away by itself, and the way to undo what it tells of.

import { find, on } from "./dom.js";
import { focusHeading } from "./router.js";

const toast = find("#toast");
const message = find("#toast-message");
const undo = find("#undo");

let action;
let timer = 0;

export function show(text, onUndo) {
  action = onUndo;
  undo.hidden = !action;
  message.textContent = text;
  toast.classList.add("shown");
  wait();
}

function hide() {
  clearTimeout(timer);
  const hadFocus = toast.contains(document.activeElement);
  toast.classList.remove("shown");
  message.textContent = "";
  undo.hidden = true;
  action = undefined;
  if (hadFocus) focusHeading();
}

// Whoever comes by keyboard needs time to get to the button, and no hurry once there.
function wait() {
  clearTimeout(timer);
  if (!toast.matches(":hover, :focus-within")) timer = setTimeout(hide, action ? 15_000 : 7_000);
}

function perform() {
  const chosen = action;
  hide();
  chosen?.();
}

// After a focusout the focus is elsewhere only in the next task.
on(toast, "pointerenter pointerleave focusin focusout", () => setTimeout(wait));
on(undo, "click", perform);
on(find("#toast-close"), "click", hide);
