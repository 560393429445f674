/**
 * Asks one address for the token of a host, as a certificate authority would for that of a challenge: it follows redirects to ports
 * 80 and 443, and certificates are of no concern. Source: docs/reference/diagnosis.md ("Reachable"), RFC 8555 section 8.3.
 */
import { isIP, type LookupFunction } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { AddressPolicy } from '../core/address-policy.ts';
import { addressRefusedCode } from '../core/allowed-lookup.ts';
import { errorField } from '../core/error-field.ts';
import { sendRequest, timedOutCode } from '../core/outgoing-request.ts';
import { newReachToken, reachAnswers, reachPath } from '../core/reach-token.ts';
import { parseUrl } from '../core/url.ts';

export type TokenOutcome =
  /** `found`: the token came back. `other`: something else. `elsewhere`: the same after a redirect to another host. */
  | { readonly kind: 'found' | 'other' | 'elsewhere'; readonly status: number; readonly host: string }
  | {
      readonly kind: 'refused' | 'silent' | 'no_route' | 'broken' | 'not_public' | 'too_many_redirects';
      readonly host: string;
    };

export type TokenRequest = {
  readonly accountUuid: string;
  readonly host: string;
  readonly address: string;
  /** Of the names that redirects lead to. */
  readonly addressOf: (host: string) => Promise<string | undefined>;
  readonly policy: Pick<AddressPolicy, 'refusalOf'>;
  readonly keys: readonly string[];
  readonly ports: PublicPorts;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
};

/** 80 and 443, unless a test has its own. */
export type PublicPorts = { readonly http: number; readonly https: number };

const maxRedirects = 10;
/** An answer to the token has 44 bytes for each key. */
const maxBytes = 1_024;

/** Never rejects. */
export async function askForToken(request: TokenRequest): Promise<TokenOutcome> {
  const { host, ports, timeoutMs } = request;
  const token = newReachToken();
  const expected = reachAnswers(request.keys, token, host);
  const endTick = performance.now() + timeoutMs;
  let url = new URL(`http://${host}${reachPath(token)}`);
  let address: string | undefined = request.address;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    if (address === undefined) return { kind: 'elsewhere', status: 0, host: url.hostname };
    const answer = await ask(withPort(url, ports), address, request, endTick - performance.now());
    if (typeof answer === 'string') return { kind: answer, host: url.hostname };
    const { status, location, lines } = answer;
    if (lines.some((line) => expected.includes(line))) return { kind: 'found', status, host: url.hostname };
    const next = status >= 300 && status < 400 ? targetOf(location, url) : undefined;
    const isElsewhere = url.hostname !== host;
    if (!next) return { kind: isElsewhere ? 'elsewhere' : 'other', status, host: url.hostname };
    const isPublicPort = next.port === '' || [ports.http, ports.https].includes(Number(next.port));
    if (!isPublicPort) return { kind: 'elsewhere', status, host: next.host };
    // The address that is checked stays the one of its host.
    address = next.hostname === host ? request.address : await resolved(next.hostname, request);
    url = next;
  }
  return { kind: 'too_many_redirects', host: url.hostname };
}

type Answer = { readonly status: number; readonly location: string; readonly lines: readonly string[] };
type Failure = 'refused' | 'silent' | 'no_route' | 'broken' | 'not_public';

async function ask(
  url: URL,
  address: string,
  request: TokenRequest,
  leftMs: number,
): Promise<Answer | Failure> {
  if (leftMs <= 0) return 'silent';
  const { accountUuid, policy, signal } = request;
  try {
    const answer = await sendRequest(url, {
      names: { lookup: () => pinnedTo(address) },
      chosenBy: { accountUuid, policy },
      timeoutMs: leftMs,
      maxBytes,
      anyCertificate: true,
      ...(signal && { signal }),
    });
    const { status, fields } = answer;
    // What is longer has no token.
    const body = status === 200 ? await buffer(answer.body).catch(() => Buffer.alloc(0)) : Buffer.alloc(0);
    answer.close();
    return { status, location: fields.location ?? '', lines: body.toString('latin1').split('\n') };
  } catch (error) {
    return failureOf(errorField(error, 'code') ?? '');
  }
}

function failureOf(code: string): Failure {
  switch (code) {
    case 'ECONNREFUSED':
      return 'refused';
    case addressRefusedCode:
      return 'not_public';
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
      return 'no_route';
    case 'EHOSTUNREACH':
    case 'ETIMEDOUT':
    case 'ABORT_ERR':
    case timedOutCode:
      return 'silent';
    default:
      return 'broken';
  }
}

function pinnedTo(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, { all }, callback) => {
    if (all) process.nextTick(callback, null, [{ address, family }]);
    else process.nextTick(callback, null, address, family);
  };
}

async function resolved(hostname: string, { addressOf }: TokenRequest): Promise<string | undefined> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? await addressOf(host) : host;
}

function targetOf(location: string, base: URL): URL | undefined {
  const target = location === '' ? undefined : parseUrl(location, base.href);
  return target && ['http:', 'https:'].includes(target.protocol) ? target : undefined;
}

function withPort(url: URL, { http, https }: PublicPorts): URL {
  const asked = new URL(url);
  if (asked.port === '') asked.port = String(asked.protocol === 'https:' ? https : http);
  asked.username = '';
  asked.password = '';
  return asked;
}
