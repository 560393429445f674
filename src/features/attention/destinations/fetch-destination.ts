/**
 * Asks a redirect's destination whether it answers. Source: docs/reference/redirects.md ("Broken destinations").
 *
 * Its certificate is of no concern, and neither are redirects of its own: they are answers. Nothing of a body is read.
 */
import type { AddressPolicy } from '../../../core/address-policy.ts';
import { addressRefusedCode } from '../../../core/allowed-lookup.ts';
import { errorField } from '../../../core/error-field.ts';
import type { HostNames } from '../../../core/host-names.ts';
import { sendRequest } from '../../../core/outgoing-request.ts';
import { secondMs } from '../../../core/time.ts';

export type DestinationOutcome =
  | { readonly state: 'ok' }
  | { readonly state: 'broken'; readonly code: BrokenCode; readonly status: number | null }
  /** It may not be asked, or this machine couldn't. */
  | { readonly state: 'unknown' };

export type BrokenCode = 'not_found' | 'gone' | 'server_error' | 'no_answer';

export type FetchOptions = {
  readonly policy: Pick<AddressPolicy, 'refusalOf'>;
  readonly names: Pick<HostNames, 'lookup'>;
  readonly userAgent: string;
  /** Of each of the two requests. */
  readonly timeoutMs?: number;
};

const standardTimeoutMs = 10 * secondMs;
/** Of this machine's own network and resolver. */
const ownTrouble: ReadonlySet<string> = new Set([
  addressRefusedCode,
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'EMFILE',
]);

/** HEAD, and GET where that isn't answered well, as many servers know no HEAD. Never rejects. */
export async function fetchDestination(
  url: URL,
  accountUuid: string,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<DestinationOutcome> {
  const head = await ask('HEAD', url, accountUuid, options, signal);
  return head.state === 'broken' ? await ask('GET', url, accountUuid, options, signal) : head;
}

async function ask(
  method: string,
  url: URL,
  accountUuid: string,
  { policy, names, userAgent, timeoutMs = standardTimeoutMs }: FetchOptions,
  signal: AbortSignal,
): Promise<DestinationOutcome> {
  try {
    const answer = await sendRequest(url, {
      names,
      // Visitors are sent there in clear text, too, and nothing secret is.
      chosenBy: {
        accountUuid,
        policy: { refusalOf: (host, address, port) => policy.refusalOf(host, address, port) },
      },
      method,
      headers: { 'user-agent': userAgent },
      timeoutMs,
      maxBytes: 0,
      anyCertificate: true,
      signal,
    });
    answer.close();
    return judge(answer.status);
  } catch (error) {
    // Several addresses failed; the last one says it.
    const cause: unknown = error instanceof AggregateError ? (error.errors.at(-1) ?? error) : error;
    if (signal.aborted || ownTrouble.has(errorField(cause, 'code') ?? '')) return { state: 'unknown' };
    return { state: 'broken', code: 'no_answer', status: null };
  }
}

function judge(status: number): DestinationOutcome {
  if (status === 404) return { state: 'broken', code: 'not_found', status };
  if (status === 410) return { state: 'broken', code: 'gone', status };
  return status >= 500 ? { state: 'broken', code: 'server_error', status } : { state: 'ok' };
}
