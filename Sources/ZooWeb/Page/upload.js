// Sends one photo to be scanned. By XMLHttpRequest, as fetch does not tell how much has been sent.

import { noAnswer, parsed, problem, Problem } from "./api.js";
import { on } from "./dom.js";

export function upload(file, signal, onSent) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const body = new FormData();
    body.append("photo", file, file.name);
    const request = new XMLHttpRequest();
    on(signal, "abort", () => request.abort());
    on(request.upload, "progress", ({ loaded, total }) => onSent(loaded / total));
    on(request, "load", () => {
      const answer = parsed(request.responseText);
      const result = answer?.results?.[0];
      if (request.status < 300 && result?.animal) resolve(result);
      else reject(problem(request.status, result?.problem ?? answer));
    });
    on(request, "error", () => reject(new Problem(noAnswer)));
    on(request, "abort", () => reject(signal.reason));
    request.open("POST", "/api/v1/animals");
    request.send(body);
  });
}
