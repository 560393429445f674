/** The HTML of error pages. Source: docs/reference/error-pages.md ("Setting pages"). */
import { maxErrorPageBytes } from '../../core/error-page.ts';
import type { Reading } from '../../resources/definition.ts';
import { type Attribute, ofText } from '../../resources/resource.ts';

/** What callers give. */
export const errorPageHtml: Attribute<string> = {
  name: 'html',
  allowed: `an HTML page of at most ${maxErrorPageBytes} bytes in UTF-8`,
  read: ofText(readHtml),
};

function readHtml(text: string): Reading<string> {
  if (text.trim() === '') return { ok: false, reason: 'it is empty' };
  // PostgreSQL stores neither.
  if (text.includes('\0')) return { ok: false, reason: 'it has a NUL character' };
  if (!text.isWellFormed()) return { ok: false, reason: 'it is not valid Unicode' };
  const sizeBytes = Buffer.byteLength(text);
  return sizeBytes > maxErrorPageBytes
    ? { ok: false, reason: `it has ${sizeBytes} bytes` }
    : { ok: true, value: text };
}
