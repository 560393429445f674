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

/**
 * Refuses a source that leads to itself, or that only its scheme or the `/` at its end keeps from it: rules act on both schemes, and
 * with and without the slash. `to` has placeholders as rules have them.
 */
export function refuseLeadingToItself({ scheme, host, path }: SourceUrl, to: string): void {
  if (to.startsWith('/')) refuseSlashOnly(path, to);
  if (scheme === undefined) return;
  const [, toScheme, toHost = '', toPath = '', rest = ''] = urlParts.exec(to) ?? [];
  if (toScheme === undefined || rest !== '' || toHost.toLowerCase() !== host) return;
  if ((toPath === '' ? '/' : toPath) === path.replace(/\*$/, ':splat'))
    refuse(`it only changes the scheme of ${host}, and rules act on http and https alike`);
  refuseSlashOnly(path, toPath);
}

/** Refuses a destination that is the path itself, or differs in the `/` at its end, which makes no difference to rules. */
export function refuseSlashOnly(path: string, to: string): void {
  if (withoutSlash(to) === withoutSlash(path.replace(/\*$/, ':splat')))
    refuse('it leads to itself: a "/" at the end of a path makes no difference to rules');
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
