/** Reads a pageview's line without escapes and without an import's fields. Source: docs/reference/spool.md. */
import type { PageviewRecord } from './pageview-record.ts';
import { PlainLine } from './plain-line.ts';

const plain = new PlainLine();

/**
 * Returns the record, or undefined for any other line, including other forms of the same record. `isDomain` checks
 * the domain's uuid, `isHash` the visitors' hashes.
 */
export function readPlainPageviewLine(
  line: string,
  isDomain: (text: string) => boolean,
  isHash: (text: string) => boolean,
): PageviewRecord | undefined {
  const domainUuid = plain.begin(line);
  if (domainUuid === undefined) return undefined;
  const receivedAtMs = plain.number('t');
  const visitor = plain.text('v');
  const previousVisitor = plain.has('b') ? plain.text('b') : '0';
  const host = plain.text('h');
  const path = plain.text('p');
  const query = plain.text('q');
  const referrer = plain.knownText('r');
  const width = plain.number('w');
  const userAgent = plain.knownText('a');
  const clientNetwork = plain.text('c');
  if (!plain.isComplete() || !isHash(visitor) || !isHash(previousVisitor) || !isDomain(domainUuid)) {
    return undefined;
  }
  return {
    domainUuid,
    receivedAtMs,
    visitor,
    previousVisitor,
    host,
    path,
    query,
    referrer,
    width,
    userAgent,
    clientNetwork,
  };
}
