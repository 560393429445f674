/** The session's CSRF token, in memory only, and who is to know when the API no longer accepts the session. */
let csrfToken: string | undefined;
let onRefused: () => void = () => {};

export function currentCsrfToken(): string | undefined {
  return csrfToken;
}

export function setCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

export function onSessionRefused(listener: () => void): void {
  onRefused = listener;
}

export function sessionWasRefused(): void {
  onRefused();
}
