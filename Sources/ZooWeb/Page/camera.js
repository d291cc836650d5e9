// The camera: whether there is one that may be used, and the dialog with its live view.

import { disable, drawn, find, isCalm, isDisabled, on, say, toJPEG } from "./dom.js";
import { counted } from "./words.js";

const dialog = find("#camera-dialog");
const video = find("video", dialog);
const shutter = find("#shutter");
const complaint = find("#camera-error");
const taken = find("#camera-count");
const choice = find("#camera-choice");
const select = find("select", choice);
const buttons = document.querySelectorAll("button.camera");

const refused = "Permission to use the camera was refused. Allow it for this page in the browser’s settings.";
const missing = "No camera was found.";

let way = "nothing";
let stream = null;
// Counts the views opened, as a camera may answer when the dialog is closed already.
let turn = 0;
let photos = 0;

export function startCamera(onPhoto, onClose) {
  for (const button of buttons) {
    on(button, "click", () => {
      if (way === "capture") find("#camera-input").click();
      if (way !== "live") return;
      photos = 0;
      taken.textContent = "";
      choice.hidden = true;
      dialog.showModal();
      openStream();
    });
  }
  on(shutter, "click", async () => {
    if (isDisabled(shutter)) return;
    const photo = await takePhoto();
    photos += 1;
    say(taken, `${counted(photos, "photo")} taken`);
    onPhoto(photo);
  });
  on(select, "change", () => openStream(select.value));
  on(find("#camera-close"), "click", () => dialog.close());
  on(dialog, "close", () => {
    stop();
    turn += 1;
    if (photos > 0) onClose();
  });
  // Whoever goes back leaves the dialogs, too.
  on(window, "popstate", () => document.querySelectorAll("dialog").forEach((each) => each.close()));
  if (navigator.mediaDevices) on(navigator.mediaDevices, "devicechange", look);
  look();
}

// Finds out which way there is to take photos, and says it at the buttons.
async function look() {
  const reason = await obstacle();
  // A phone's own camera needs neither a secure address nor a permission for the page.
  way = !reason ? "live" : matchMedia("(pointer: coarse)").matches ? "capture" : "nothing";
  for (const button of buttons) {
    const text = find(".reason", button.parentElement);
    text.hidden = way !== "nothing";
    say(text, text.hidden ? "" : reason);
    disable(button, !text.hidden);
    button.setAttribute("aria-describedby", text.id);
  }
}

async function obstacle() {
  if (!isSecureContext || !navigator.mediaDevices?.getUserMedia) {
    return "The camera works only at https or localhost addresses.";
  }
  if ((await cameras()).length === 0) return missing;
  const permission = await navigator.permissions?.query({ name: "camera" }).catch(() => null);
  return permission?.state === "denied" ? refused : "";
}

async function cameras() {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.filter(({ kind }) => kind === "videoinput");
}

async function openStream(device) {
  stop();
  const current = (turn += 1);
  complaint.textContent = "";
  disable(shutter);
  const wanted = device ? { deviceId: { exact: device } } : { facingMode: "environment" };
  try {
    const opened = await navigator.mediaDevices.getUserMedia({
      video: { ...wanted, width: { ideal: 3840 }, height: { ideal: 2160 } },
    });
    if (current !== turn) return end(opened);
    stream = opened;
    video.srcObject = opened;
    await video.play();
    if (current !== turn) return;
    disable(shutter, false);
    // Cameras have names only once one of them may be used.
    const found = await cameras();
    choice.hidden = found.length < 2;
    const options = found.map(({ label, deviceId }, place) => new Option(label || `Camera ${place + 1}`, deviceId));
    select.replaceChildren(...options);
    select.value = opened.getVideoTracks()[0].getSettings().deviceId;
  } catch ({ name }) {
    if (current !== turn) return;
    complaint.textContent = {
      NotAllowedError: refused, NotFoundError: missing, OverconstrainedError: missing,
      NotReadableError: "The camera cannot be read. Another program may be using it.",
    }[name] ?? "The camera did not start.";
    look();
  }
}

async function takePhoto() {
  const canvas = drawn(video.videoWidth, video.videoHeight, (context) => context.drawImage(video, 0, 0));
  if (!isCalm()) video.animate({ opacity: [0.3, 1] }, 250);
  // Sweden writes 2026-11-30 14:05:09; not every file system has colons in names.
  const time = new Date().toLocaleString("sv").replaceAll(":", ".");
  return new File([await toJPEG(canvas, 0.95)], `Camera ${time}.jpg`, { type: "image/jpeg" });
}

function stop() {
  if (stream) end(stream);
  stream = null;
  video.srcObject = null;
}

function end(ended) {
  for (const track of ended.getTracks()) track.stop();
}
