/** The request that the form of an operation describes, as a command for the shell and as a call of fetch. */
import { currentAccount, currentCsrfToken } from '../api/csrf.ts';
import type { Operation } from './api-document.ts';

export type ApiRequest = {
  readonly method: string;
  readonly url: string;
  readonly token: string;
  /** JSON text; undefined for an operation without a body. */
  readonly body: string | undefined;
};

export type ApiAnswer = { readonly status: string; readonly body: string };

/** Path parameters replace their place in the path; query parameters left empty are left out. */
export function requestUrl(
  origin: string,
  operation: Operation,
  values: Readonly<Record<string, string>>,
): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (place, name: string) =>
    values[name] ? encodeURIComponent(values[name]) : place,
  );
  const query = new URLSearchParams();
  for (const { name, in: where } of operation.parameters ?? []) {
    if (where === 'query' && values[name]) query.append(name, values[name]);
  }
  return `${origin}${path}${query.size === 0 ? '' : `?${query}`}`;
}

/** The command never contains the token, so that it can be pasted anywhere. */
export function curlCommand({ method, url, body }: ApiRequest): string {
  const lines = [`curl ${quote(url)}`, '-H "Authorization: Bearer $TOKEN"'];
  if (method !== 'get') lines[0] = `curl -X ${method.toUpperCase()} ${quote(url)}`;
  if (body !== undefined) lines.push("-H 'Content-Type: application/json'", `-d ${quote(body)}`);
  return lines.join(' \\\n  ');
}

/** With a token the session's cookie stays out, so that the answer is the token's. Without one it is the session's. */
export async function send({ method, url, token, body }: ApiRequest): Promise<ApiAnswer> {
  const csrfToken = currentCsrfToken();
  const account = currentAccount();
  // Tokens for customers' pages are refused here.
  const headers: Record<string, string> = { 'X-Try-Out': '1' };
  if (token !== '') headers['Authorization'] = `Bearer ${token}`;
  else {
    if (csrfToken !== undefined && method !== 'get') headers['X-CSRF-Token'] = csrfToken;
    if (account !== undefined) headers['X-Account'] = account;
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const answer = await fetch(url, {
    method: method.toUpperCase(),
    headers,
    credentials: token === '' ? 'same-origin' : 'omit',
    ...(body === undefined ? {} : { body }),
  });
  return { status: `${answer.status} ${answer.statusText}`, body: indented(await answer.text()) };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Quotes for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
