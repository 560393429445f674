/** Finds documents that are nested so deeply that parsing them would take gigabytes, before they are parsed. */
import type { ServiceError } from '../../core/errors.ts';
import { planInvalid } from './problems.ts';

/** Of what is in one another. */
export const maxDepth = 100;

const [quote, backslash] = [0x22, 0x5c];
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);
const blank: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** In YAML, where brackets may be text, only many that follow each other. */
export function isNestedBeyond(bytes: Buffer, type: 'json' | 'yaml', depth: number): boolean {
  let open = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (opening.has(byte)) {
      open += 1;
      if (open > depth) return true;
    } else if (type === 'yaml') {
      if (!blank.has(byte)) open = 0;
    } else if (byte === quote) isText = true;
    else if (closing.has(byte)) open -= 1;
  }
  return false;
}

export function tooDeep(): ServiceError {
  return planInvalid([`the document is nested more than ${maxDepth} deep`]);
}
