/** Reads a request's line without escapes. Source: docs/reference/spool.md. */
import { copyOf } from '../../core/text-copy.ts';
import { PlainLine } from './plain-line.ts';
import type { RequestRecord } from './request-record.ts';

const plain = new PlainLine();

/**
 * Returns the record, or undefined for any other line, including other forms of the same record. `isDomain` checks
 * the domain's uuid.
 */
export function readPlainRequestLine(
  line: string,
  isDomain: (text: string) => boolean,
): RequestRecord | undefined {
  const domainUuid = plain.begin(line);
  if (domainUuid === undefined) return undefined;
  const startedAtMs = plain.number('t');
  const durationUs = plain.number('u');
  const bytesIn = plain.number('i');
  const bytesOut = plain.number('o');
  const status = plain.number('s');
  const method = plain.text('m');
  const path = plain.text('p');
  const clientAddress = plain.text('c');
  const userAgent = plain.knownText('a');
  const host = plain.has('h') ? plain.knownText('h') : '';
  const httpVersion = plain.has('v') ? plain.text('v') : '';
  const tlsVersion = plain.has('l') ? plain.text('l') : '';
  const referrer = plain.has('r') ? plain.knownText('r') : '';
  const campaignSource = plain.has('q') ? plain.knownText('q') : '';
  const redirectUuid = plain.has('g') ? plain.text('g') : '';
  const rule = plain.has('n') ? plain.text('n') : '';
  const target = plain.has('w') ? plain.text('w') : '';
  const upstreamUs = plain.has('x') ? plain.number('x') : 0;
  const failure = plain.has('f') ? plain.text('f') : '';
  const requestId = plain.has('e') ? plain.text('e') : '';
  const upstream = plain.has('k') ? plain.text('k') : '';
  const upstreamLocation = plain.has('b') ? plain.text('b') : '';
  const cache = plain.has('y') ? plain.text('y') : '';
  const cacheAgeSeconds = plain.has('z') ? plain.number('z') : 0;
  if (!plain.isComplete() || !isDomain(domainUuid)) return undefined;
  return {
    domainUuid,
    startedAtMs,
    durationUs,
    bytesIn,
    bytesOut,
    status,
    method,
    path,
    clientAddress: clientAddress.includes(':') ? copyOf(clientAddress) : clientAddress,
    userAgent,
    host,
    httpVersion,
    tlsVersion,
    referrer,
    campaignSource,
    redirectUuid,
    rule,
    target,
    upstreamUs,
    failure,
    requestId,
    upstream,
    upstreamLocation,
    cache,
    cacheAgeSeconds,
  };
}
