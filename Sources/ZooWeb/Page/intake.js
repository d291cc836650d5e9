// The ways on which photos get into the page: chosen, dropped or pasted.

import { find, on } from "./dom.js";

const library = find("#library-input");
const hint = find("#drop-hint");

export function startIntake(onFiles) {
  for (const button of document.querySelectorAll(".library")) on(button, "click", () => library.click());
  for (const input of [library, find("#camera-input")]) {
    on(input, "change", () => {
      const files = [...input.files];
      // So that the same photo can be chosen again.
      input.value = "";
      onFiles(files);
    });
  }
  on(document, "paste", (event) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || hasDialog()) return;
    event.preventDefault();
    onFiles(files);
  });
  on(window, "dragenter dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    hint.hidden = hasDialog();
    event.dataTransfer.dropEffect = hint.hidden ? "none" : "copy";
  });
  // Only where the drag leaves the window is there nothing that it goes to.
  on(window, "dragleave", ({ relatedTarget }) => hint.hidden ||= relatedTarget === null);
  on(window, "drop", (event) => {
    hint.hidden = true;
    if (!hasFiles(event)) return;
    // Without this the browser would leave the page and show the photo.
    event.preventDefault();
    if (!hasDialog()) onFiles([...event.dataTransfer.files]);
  });
}

const hasFiles = ({ dataTransfer }) => dataTransfer?.types.includes("Files");
const hasDialog = () => find("dialog[open]") !== null;
