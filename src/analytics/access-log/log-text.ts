/** Bytes as access logs write them. Texts here are latin1: a character is a byte. */
import { isIP } from 'node:net';
import { parseIpv4 } from '../lookup/address-number.ts';

const escape = /\\(?:x([0-9A-Fa-f]{2})|(.))/g;
const controls: Readonly<Record<string, string>> = { b: '\b', n: '\n', r: '\r', t: '\t', v: '\v' };

/**
 * Takes back the escapes of a quoted text: `\xHH` (nginx's `\x22`, Apache's other bytes), `\"`, `\\` and Apache's
 * `\n` and the like. Source: ngx_http_log_module (log_format), Apache mod_log_config (Format Notes).
 */
export function unescapeQuoted(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(escape, (_, hex: string | undefined, character: string) =>
    hex === undefined ? (controls[character] ?? character) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * Makes bytes of a text that JSON was read from as latin1: only what a `\u` escape named can be above 0xFF, and its
 * bytes are those of UTF-8.
 */
export function toBytes(text: string): string {
  if (!/[^\0-\xff]/.test(text)) return text;
  return text.replace(/[^\0-\xff]+/g, (wide) => Buffer.from(wide).toString('latin1'));
}

/** Position of the quote that ends a text begun before `from`, or -1; escaped ones do not end it. */
export function closingQuote(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at !== -1; at = line.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (at - 1 - backslashes >= from && line[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}

/** An address as it is kept: '' when it is none, such as a host name or a Unix socket. A zone is left out. */
export function clientAddress(text: string): string {
  if (parseIpv4(text) >= 0) return text;
  const zone = text.indexOf('%');
  const address = zone === -1 ? text : text.slice(0, zone);
  return isIP(address) === 0 ? '' : address;
}

/** The address that the nearest proxy has seen: the last of an X-Forwarded-For; '' when that is none. */
export function lastForwarded(field: string): string {
  const last =
    field
      .split(',')
      .findLast((member) => member.trim() !== '')
      ?.trim() ?? '';
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(last) ?? [];
  return clientAddress(bracketed ?? plain ?? last);
}
