/** Visitors of imported pageviews: any text identifies one. Source: docs/guides/import-pageviews.md ("Files"). */
import { createHash } from 'node:crypto';

/**
 * 64 bits that follow from the domain and the text alone, so that files imported apart, and on other machines, agree
 * about who is who. Never 0, which means none.
 */
export function importedVisitor(domainUuid: string, visitor: string): bigint {
  const digest = createHash('sha256').update(`${domainUuid}\0${visitor}`).digest();
  return digest.readBigUInt64BE() || 1n;
}
