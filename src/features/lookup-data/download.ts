/** Downloads one file within bounds of size and time. Source: docs/reference/enrichment.md ("Data that ages"). */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorField } from '../../core/error-field.ts';
import { parseUrl } from '../../core/url.ts';
import { DataUpdateError } from './data-update-error.ts';
import { limitBytes } from './limit-bytes.ts';

export type Downloaded =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'new'; readonly etag: string | undefined };

export type DownloadOptions = {
  /** Of the file that is there already; undefined: there is none, or it has none. */
  readonly etag: string | undefined;
  readonly maxBytes: number;
  /** From the first request to the last byte. */
  readonly timeoutMs: number;
};

const maxRedirects = 5;

/** Writes the body to `path`, a file that isn't there yet (0600). Throws {@link DataUpdateError} and errors of the disk. */
export async function download(url: string, path: string, options: DownloadOptions): Promise<Downloaded> {
  const { origin } = new URL(url);
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    const response = await request(url, options.etag, signal);
    if (response.status === 304) return { kind: 'unchanged' };
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel();
      throw new DataUpdateError(`${origin} answered ${response.status}`);
    }
    await pipeline(
      Readable.fromWeb(response.body),
      limitBytes(options.maxBytes),
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
    return { kind: 'new', etag: response.headers.get('etag') ?? undefined };
  } catch (error) {
    if (error instanceof DataUpdateError || errorField(error, 'path') !== undefined) throw error;
    throw new DataUpdateError(`${origin} ${reasonOf(error, options.timeoutMs)}`, { cause: error });
  }
}

/** Follows redirects itself: not to clear text from https, and with the password for its own origin only. */
async function request(url: string, etag: string | undefined, signal: AbortSignal): Promise<Response> {
  const start = new URL(url);
  const authorization =
    start.username === '' && start.password === ''
      ? undefined
      : `Basic ${Buffer.from(`${decodeURIComponent(start.username)}:${decodeURIComponent(start.password)}`).toString('base64')}`;
  let target = start;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const headers = new Headers();
    if (etag !== undefined) headers.set('if-none-match', etag);
    if (authorization !== undefined && target.origin === start.origin)
      headers.set('authorization', authorization);
    const plain = new URL(target);
    plain.username = '';
    plain.password = '';
    const response = await fetch(plain, { headers, redirect: 'manual', signal });
    const location = response.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
    await response.body?.cancel();
    target = redirectTarget(location, target);
  }
  throw new DataUpdateError(`${start.origin} redirected more than ${maxRedirects} times`);
}

function redirectTarget(location: string, from: URL): URL {
  const target = parseUrl(location, from.href);
  const isAllowed =
    target?.protocol === 'https:' || (target?.protocol === 'http:' && from.protocol === 'http:');
  if (target && isAllowed) return target;
  throw new DataUpdateError(`${from.origin} redirected to an address that is not https`);
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (errorField(error, 'name') === 'TimeoutError') return `took longer than ${timeoutMs / 1000} s`;
  const cause = error instanceof Error ? error.cause : undefined;
  const code = errorField(cause, 'code') ?? errorField(error, 'code');
  return code === undefined ? 'sent no whole file' : `cannot be read (${code})`;
}
