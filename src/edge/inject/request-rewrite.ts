/**
 * Rewrites a request's field lines for the upstream of a domain with injection.
 * Source: RFC 9110 sections 12.5.3, 13.1.1, 13.1.2, 13.1.5 and 14.2.
 */
import { FieldLine } from '../http1/field-line.ts';
import { readableCodings } from './content-coding.ts';
import { hasMark, unmarkedTags } from './entity-tag.ts';

const acceptEncoding = /^(accept-encoding:[ \t]*)(.*)\r$/gim;
const rangeField = /^if-range:/im;

/** Clients of one kind send the same value with every request. */
let lastAccepted = '';
let lastReadable = '';

/** `isForPage`: only codings that can be read here may be used in the answer. */
export function requestFieldsFor(fields: string, isForPage: boolean, mark: string): string {
  const kept = isForPage ? fields.replace(acceptEncoding, readableLine) : fields;
  const isMarked = hasMark(kept, mark);
  const asksForRange = (isForPage || isMarked) && rangeField.test(kept);
  return isMarked || asksForRange
    ? withoutMarks(kept, asksForRange && isRangeOfPage(kept, isForPage, mark), mark)
    : kept;
}

function readableLine(_: string, name: string, value: string): string {
  if (value !== lastAccepted) {
    lastReadable = readableCodings(value);
    lastAccepted = value;
  }
  return `${name}${lastReadable}\r`;
}

function withoutMarks(fields: string, dropsRange: boolean, mark: string): string {
  const line = new FieldLine();
  let kept = '';
  for (let at = 0; at < fields.length && line.scan(fields, at) === 'field'; at = line.position) {
    const name = fields.slice(line.nameStart, line.nameEnd);
    switch (name.toLowerCase()) {
      case 'if-match':
      case 'if-none-match':
        kept += `${name}: ${unmarkedTags(line.value(fields), mark)}\r\n`;
        break;
      case 'range':
      case 'if-range':
        if (!dropsRange) kept += fields.slice(at, line.position);
        break;
      default:
        kept += fields.slice(at, line.position);
    }
  }
  return kept;
}

/**
 * A range of what the client holds, known by our tag, or by a date while it may be a page: bytes of the upstream's page
 * stand elsewhere in ours, so it gets all of it.
 */
function isRangeOfPage(fields: string, isForPage: boolean, mark: string): boolean {
  const value = /^if-range:[ \t]*(.*)\r/im.exec(fields)?.[1] ?? '';
  return hasMark(value, mark) || (isForPage && !/^(?:W\/)?"/.test(value));
}
