/**
 * Fetches a directory of keys. Its host may be hostile: no redirect is followed, the address is judged, time and size are bounded.
 * Source: draft-ietf-webbotauth-httpsig-protocol ("Key Distribution and Discovery"), docs/reference/bots.md ("Signatures").
 */
import { text } from 'node:stream/consumers';
import type { AddressPolicy } from '../../core/address-policy.ts';
import type { HostNames } from '../../core/host-names.ts';
import { sendRequest } from '../../core/outgoing-request.ts';
import { hourMs } from '../../core/time.ts';
import { type DirectoryKeys, readDirectoryKeys } from './directory-keys.ts';

export type FetchedDirectory = {
  readonly keys: DirectoryKeys;
  /** For how long it may be used without asking again. */
  readonly freshForMs: number;
};

export type DirectoryFetchOptions = {
  readonly policy: Pick<AddressPolicy, 'refusalOf'>;
  readonly names: Pick<HostNames, 'lookup'>;
  /** Of the authorities that certificates are accepted from; Node's own unless a test has its own. */
  readonly ca?: string | undefined;
  /** 5 s unless a test has less. */
  readonly timeoutMs?: number;
};

const path = '/.well-known/http-message-signatures-directory';
const mediaType = 'application/http-message-signatures-directory+json';
const standardTimeoutMs = 5_000;
const maxBytes = 65_536;
const leastFreshMs = hourMs;
const mostFreshMs = 24 * hourMs;

/** Undefined when there is no directory: an answer of another kind counts as none. Rejects with the system's error. */
export async function fetchDirectory(
  origin: string,
  { policy, names, ca, timeoutMs = standardTimeoutMs }: DirectoryFetchOptions,
  signal: AbortSignal,
): Promise<FetchedDirectory | undefined> {
  const answer = await sendRequest(new URL(path, origin), {
    names,
    // The installation's own.
    chosenBy: { accountUuid: '', policy },
    headers: { accept: mediaType, 'user-agent': 'Nameplate' },
    timeoutMs,
    maxBytes,
    signal,
    ...(ca !== undefined && { ca }),
  });
  try {
    const { status, fields } = answer;
    const type = fields['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
    if (status !== 200 || type !== mediaType) return undefined;
    const keys = readDirectoryKeys(await text(answer.body));
    return keys && { keys, freshForMs: freshForMs(fields['cache-control'] ?? '') };
  } finally {
    answer.close();
  }
}

/** `max-age` within the bounds (RFC 9111 section 5.2.2). */
function freshForMs(cacheControl: string): number {
  const [, seconds] = /(?:^|[\s,])max-age="?([0-9]{1,10})/i.exec(cacheControl) ?? [];
  return Math.min(Math.max(Number(seconds ?? 0) * 1_000, leastFreshMs), mostFreshMs);
}
