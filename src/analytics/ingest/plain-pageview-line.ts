/** Reads the line of a pageview that has no escape and nothing of an import. Source: pageview-record.ts. */
import type { PageviewRecord } from './pageview-record.ts';
import { PlainLine } from './plain-line.ts';

const plain = new PlainLine();

/**
 * Answers the record, or undefined when the line is anything else, another form of the same record among them.
 * `isDomain` judges what stands in the place of the domain's uuid, `isHash` what stands in that of a visitor.
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
