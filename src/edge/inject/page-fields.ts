/**
 * Field lines of an answer whose content is changed here.
 * Source: RFC 9110 sections 8.6, 8.8 and 14.3; RFC 9530; RFC 2616 section 14.15 (Content-MD5).
 */
import { FieldLine } from '../http1/field-line.ts';

/** About the bytes that the upstream sent; `digest` is RFC 3230's. */
const ofBytes: ReadonlySet<string> = new Set([
  'content-length',
  'content-md5',
  'digest',
  'content-digest',
  'repr-digest',
]);

const htmlField = /^content-type:[ \t]*text\/html[ \t]*[;\r]/im;

/** Whether an answer's fields say that it is HTML. */
export function isHtml(fields: string): boolean {
  return htmlField.test(fields);
}

/** Values by name in lower case, those of a field that is there several times joined to a list. */
export function fieldValues(fields: string): Map<string, string> {
  const values = new Map<string, string>();
  const line = new FieldLine();
  for (let at = 0; at < fields.length && line.scan(fields, at) === 'field'; at = line.position) {
    const name = fields.slice(line.nameStart, line.nameEnd).toLowerCase();
    const before = values.get(name);
    values.set(name, before === undefined ? line.value(fields) : `${before}, ${line.value(fields)}`);
  }
  return values;
}

/**
 * Leaves out what was said of the upstream's bytes, and renames the entity tag; undefined leaves it out. Ranges are not
 * offered: the upstream would cut them from other bytes.
 */
export function changedFields(fields: string, rename: (tag: string) => string | undefined): string {
  const line = new FieldLine();
  let kept = '';
  for (let at = 0; at < fields.length && line.scan(fields, at) === 'field'; at = line.position) {
    const name = fields.slice(line.nameStart, line.nameEnd);
    const lowerCase = name.toLowerCase();
    if (lowerCase === 'accept-ranges') kept += `${name}: none\r\n`;
    else if (lowerCase === 'etag') {
      const tag = rename(line.value(fields));
      if (tag !== undefined) kept += `${name}: ${tag}\r\n`;
    } else if (!ofBytes.has(lowerCase)) kept += fields.slice(at, line.position);
  }
  return kept;
}
