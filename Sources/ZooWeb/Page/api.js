// Requests to the program's interface, and what went wrong with them in words.

export const noAnswer = "ZooScan does not answer. Is it still running?";

// What went wrong, in a sentence that may be shown; the status is 0 where there was no answer.
export class Problem extends Error {
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

export function problem(status, answer) {
  const text = status === 401
    ? "This page needs the link with the token that “zooscan serve” printed. Open that link again."
    : answer?.detail ?? `ZooScan answered with the status ${status}.`;
  return new Problem(text, status);
}

export async function call(path, { method = "GET", json, signal } = {}) {
  const request = { method, signal, cache: "no-store" };
  if (json) {
    request.body = JSON.stringify(json);
    request.headers = { "Content-Type": "application/json" };
  }
  let response;
  let answer;
  try {
    response = await fetch(`/api/v1${path}`, request);
    answer = parsed(await response.text());
  } catch (error) {
    throw isAbort(error) ? error : new Problem(noAnswer);
  }
  if (!response.ok) throw problem(response.status, answer);
  return answer;
}

export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const isAbort = (error) => error?.name === "AbortError";

export const animalPath = (id, part = "") => `/animals/${encodeURIComponent(id)}${part}`;
export const imageAddress = (id, part) => `/api/v1${animalPath(id, part)}`;

export function inWords(error) {
  if (error instanceof Problem) return error.message;
  console.error(error);
  return "Something in this page went wrong. Reload it and try again.";
}
