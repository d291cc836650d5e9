// Numbers, times and rules in words.

const percentFormat = new Intl.NumberFormat("en", {
  style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1,
});
const countFormat = new Intl.NumberFormat("en");
const style = { dateStyle: "long", timeStyle: "medium" };

export const percent = (share) => percentFormat.format(share);
export const count = (number) => countFormat.format(number);
export const counted = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;

export function bytes(number) {
  return number < 1e6 ? `${(number / 1e3).toFixed(1)} KB` : `${(number / 1e6).toFixed(1)} MB`;
}

export const localTime = (utc) => new Intl.DateTimeFormat(undefined, style).format(new Date(utc));

// A moment on the camera's clock, with a fraction and an offset from UTC only where the photo states them.
export function cameraTime(taken) {
  const parts = /^([\d-]{10}T[\d:]{8})(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(taken);
  if (!parts) return taken;
  // Read and written as UTC, so that no zone moves it.
  const text = new Intl.DateTimeFormat(undefined, { ...style, timeZone: "UTC" }).format(new Date(`${parts[1]}Z`));
  return parts[2] ? `${text} (UTC${parts[2].replace("Z", "")})` : text;
}

export function rule({ source, confidence }) {
  const sure = confidence === null ? "" : `${percent(confidence)} sure: `;
  switch (source) {
    case "classifier": return `${sure}this was the most probable class.`;
    case "rollup": return `${sure}no class alone was sure enough, but several kinds of it together were.`;
    case "unknown": return "No kind of animal was sure enough.";
    case "person": return "This label was corrected by hand.";
    default: return "This photo has no label yet.";
  }
}
