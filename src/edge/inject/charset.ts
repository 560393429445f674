/**
 * Which encodings can't be read byte by byte as ASCII.
 * Source: Encoding Standard, sections 4.2 (names and labels) and 12.2.1 (ISO-2022-JP); HTML Standard, section 13.2.3.2.
 *
 * In all others that browsers know, a byte below 0x40 stands for itself wherever it is, and so do `<`, `>`, quotes and
 * white space: the second bytes of Shift_JIS, GBK and Big5 are letters, brackets and above.
 */

/** Bytes change their meaning after an escape, or are all replaced. */
const stateful: ReadonlySet<string> = new Set(
  'iso-2022-jp csiso2022jp csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement utf-7'.split(
    ' ',
  ),
);
/** Units of two bytes and more. */
const wide: ReadonlySet<string> = new Set(
  'utf-16 utf-16le utf-16be csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff unicodefffe utf-32 utf-32le utf-32be'.split(
    ' ',
  ),
);

/** Takes the charset of a Content-Type; '' when there is none. */
export function isUnreadable(charset: string): boolean {
  return isStateful(charset) || wide.has(charset.trim().toLowerCase());
}

/** Takes a charset that the page itself names: if that could be read, the page isn't in two-byte units. */
export function isStateful(charset: string): boolean {
  return stateful.has(charset.trim().toLowerCase());
}
