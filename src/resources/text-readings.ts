/** How texts are read that several resources have. */
import { parseHostname } from '../core/hostname.ts';
import { maxLabelLength, parseLabel } from '../core/label.ts';
import type { Reading } from './definition.ts';

/** Reads a name that people give. */
export function readName(text: string, maxLength: number = maxLabelLength): Reading<string> {
  const value = parseLabel(text, maxLength);
  return value === undefined ? { ok: false } : { ok: true, value };
}

/** Reads a host that visitors ask for. */
export function readHost(text: string): Reading<string> {
  const result = parseHostname(text);
  return result.ok ? { ok: true, value: result.host } : result;
}
