/** What requests of the session carry, in memory only, and who is to know when the API no longer accepts the session. */
let csrfToken: string | undefined;
let account: string | undefined;
let onRefused: () => void = () => {};

export function currentCsrfToken(): string | undefined {
  return csrfToken;
}

export function setCsrfToken(token: string | undefined): void {
  csrfToken = token;
}

/** The account that a user looks at; undefined for sessions of tokens, which have one only. */
export function currentAccount(): string | undefined {
  return account;
}

export function setAccount(uuid: string | undefined): void {
  account = uuid;
}

export function onSessionRefused(listener: () => void): void {
  onRefused = listener;
}

export function sessionWasRefused(): void {
  onRefused();
}
