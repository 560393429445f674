/**
 * Character classes of HTTP messages as look-up tables by byte value; strings are latin1, one character a byte.
 * Source: RFC 9110 section 5.6.2 (token), RFC 3986 section 3 (targets), RFC 9112 section 7.1 (chunk sizes).
 */

export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const colon = 0x3a;

function tableOf(belongs: (code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, code) => (belongs(code) ? 1 : 0));
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** 1 for the characters of a token: methods and field names. */
export const tokenTable: Uint8Array = tableOf(
  (code) =>
    isDigit(code) || isLetter(code) || (code < 0x80 && "!#$%&'*+-.^_`|~".includes(String.fromCharCode(code))),
);

/** 1 for what a request target may hold: no controls, space, DEL or `#`. Bytes from 0x80 are percent-encoded later. */
export const targetTable: Uint8Array = tableOf((code) => code > space && code !== 0x7f && code !== 0x23);

/** 1 for the characters of a field value: HTAB, SP, visible ASCII and obs-text. */
export const valueTable: Uint8Array = tableOf((code) => code === tab || (code >= space && code !== 0x7f));

/** 1 for the characters of a host name: letters, digits, hyphen, dot and underscore. */
export const hostTable: Uint8Array = tableOf(
  (code) => isDigit(code) || isLetter(code) || code === 0x2d || code === 0x2e || code === 0x5f,
);

/** The value of a hexadecimal digit by its byte, 255 for every other byte. */
export const hexValueTable: Uint8Array = Uint8Array.from({ length: 256 }, (_, code) => {
  if (isDigit(code)) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : 255;
});
