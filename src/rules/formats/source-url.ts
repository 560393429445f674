/** The part of a line that says which requests it is about: a path, or a URL with a host. */
import { quoteValue } from '../../core/errors.ts';
import { parseHostname } from '../../core/hostname.ts';
import { refuse } from './rule-file.ts';

const urlParts = /^(?:(https?):\/\/)?([^/?#]*)([^?#]*)(.*)$/is;
const nonAscii = /[^\u0000-\u007f]+/gu;
/** What rules take for a placeholder in a destination: not the `:` of a scheme or port. */
const placeholderInUrl = /(?<!^[A-Za-z]+):[A-Za-z_]\w*/;

/** Where a source URL begins; `scheme` is lower case. */
export type SourceUrl = { readonly scheme: string | undefined; readonly host: string; readonly path: string };

/** Reads hosts, which repeat from line to line: the last one is remembered. */
export class HostReader {
  #text: string | undefined;
  #host = '';

  /** Normalises a host name; a refusal says what is wrong with it. */
  read(text: string): string {
    if (text === this.#text) return this.#host;
    const result = parseHostname(text);
    if (!result.ok) refuse(`its host ${quoteValue(text)} cannot be used: ${result.reason}`);
    this.#text = text;
    this.#host = result.host;
    return this.#host;
  }
}

/** Takes apart `http://host/path`, `host/path` or, with the scheme required, only the first. */
export function readSourceUrl(text: string, hosts: HostReader): SourceUrl {
  const [, scheme, authority = '', path = '', rest = ''] = urlParts.exec(text) ?? [];
  if (rest !== '')
    refuse(`its source ${quoteValue(text)} has a query or a fragment, which cannot be matched`);
  return { scheme: scheme?.toLowerCase(), host: hosts.read(authority), path: path === '' ? '/' : path };
}

/** Percent-encodes what is not ASCII, as browsers do: rules compare the bytes of the request. */
export function encodePath(path: string): string {
  return path.replace(nonAscii, (text) => {
    if (!text.isWellFormed()) refuse('its path is not valid Unicode');
    return encodeURIComponent(text);
  });
}

/** Checks a path in which `*` and `:name` mean only themselves, which rules can't express. */
export function readLiteralPath(path: string): string {
  if (!path.startsWith('/')) refuse(`its source ${quoteValue(path)} is not a path`);
  if (path.endsWith('*'))
    refuse(`its source ${quoteValue(path)} ends with a "*", which would match any rest`);
  if (path.includes('/:')) refuse(`its source ${quoteValue(path)} has ":", which would begin a placeholder`);
  return encodePath(path);
}

/** Refuses a destination in which a `:` means only itself, which rules can't express either. */
export function checkLiteralDestination(to: string): void {
  const [found] = placeholderInUrl.exec(to) ?? [];
  if (found === undefined) return;
  refuse(
    `its destination has ${quoteValue(found)}, which would be a placeholder; write "%3A" for ":" if the destination takes that`,
  );
}

/** Refuses a source that leads to the very URL that was asked for, where rules are no match. `to` has placeholders as rules have them. */
export function refuseLeadingToItself({ scheme, host, path }: SourceUrl, to: string): void {
  const [, toScheme, toHost = '', toPath = '', rest = ''] = urlParts.exec(to) ?? [];
  const isOwnOrigin = scheme !== undefined && toScheme === scheme && toHost.toLowerCase() === host;
  if ((to.startsWith('/') || isOwnOrigin) && rest === '' && (toPath || '/') === ownPath(path))
    refuse('it leads to itself');
}

/** Refuses a destination on the same host that differs from the path in the `/` at its end only. */
export function refuseSlashOnly({ scheme, host, path }: SourceUrl, to: string): void {
  const [, , toHost = '', toPath = '', rest = ''] = urlParts.exec(to) ?? [];
  const isOwnHost = to.startsWith('/') || (scheme !== undefined && toHost.toLowerCase() === host);
  const own = ownPath(path);
  if (isOwnHost && rest === '' && toPath !== own && withoutSlash(toPath) === withoutSlash(own))
    refuse('it leads to itself: a "/" at the end of a path makes no difference there');
}

/** A path as a destination says it. */
export function ownPath(path: string): string {
  return path.replace(/\*(?=\/?$)/, ':splat');
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
