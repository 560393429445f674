/**
 * Field lines of answers that are compressed here, or would be for another client.
 * Source: RFC 9110 sections 8.8.1, 12.5.5 and 15.4.5; RFC 9111 section 4.3.4.
 */

import type { WantedCoding } from '../../core/content-negotiation.ts';
import { changedFields, fieldValues } from '../inject/page-fields.ts';

const strongTag = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

/** Without a length. The compressor's bytes may differ from time to time, so entity tags are weak. */
export function compressedFields(fields: string, coding: WantedCoding): string {
  return withVary(`${changedFields(fields, weakTag)}Content-Encoding: ${coding}\r\n`);
}

/** Says that the answer depends on the codings a client takes. */
export function withVary(fields: string): string {
  const vary = fieldValues(fields).get('vary') ?? '';
  const names = new Set(vary.split(',').map((name) => name.trim().toLowerCase()));
  return names.has('*') || names.has('accept-encoding') ? fields : `${fields}Vary: Accept-Encoding\r\n`;
}

/** Of a 304: a client whose copy was compressed here knows it by a weak tag. */
export function revalidatedFields(fields: string, ifNoneMatch: string): string {
  const tag = fieldValues(fields).get('etag') ?? '';
  const isCompressed = strongTag.test(tag) && ifNoneMatch.includes(`W/${tag}`);
  return withVary(isCompressed ? changedFields(fields, weakTag) : fields);
}

function weakTag(tag: string): string | undefined {
  return strongTag.test(tag) ? `W/${tag}` : tag.startsWith('W/') ? tag : undefined;
}
