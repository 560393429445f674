/**
 * Reads the address ranges of some autonomous systems out of a CSV file of all of them.
 * Source: @ip-location-db/asn, `asn-ipv4-num.csv` and `asn-ipv6-num.csv`: `first,last,asn,name`, ascending, addresses
 * as decimal numbers.
 *
 * Half a million lines are looked at and one in thirty is kept, so numbers are only made of what is kept, and the file
 * is read in pieces small enough that the event loop waits for none of them.
 */
import { open } from 'node:fs/promises';

export type AsnRange = {
  /** Decimal digits. */
  readonly first: string;
  readonly last: string;
  readonly asn: number;
};

/** About 2 ms of work. */
const chunkBytes = 256 * 1024;
const lineFeed = 0x0a;
const comma = 0x2c;
const zero = 0x30;

/** Calls `take` for each range of an autonomous system that is in `wanted`. Rejects with the system's error. */
export async function readAsnRanges(
  path: string,
  wanted: { has(asn: number): boolean },
  take: (range: AsnRange) => void,
): Promise<void> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (let kept = 0; ; ) {
      const { bytesRead } = await file.read(buffer, kept, chunkBytes - kept, null);
      const length = kept + bytesRead;
      const end = bytesRead === 0 ? length : buffer.lastIndexOf(lineFeed, length - 1) + 1;
      readLines(buffer.subarray(0, end), wanted, take);
      if (bytesRead === 0) return;
      if (end === 0) throw new Error(`${path} has a line longer than ${chunkBytes} bytes`);
      buffer.copyWithin(0, end, length);
      kept = length - end;
    }
  } finally {
    await file.close();
  }
}

function readLines(
  bytes: Buffer,
  wanted: { has(asn: number): boolean },
  take: (range: AsnRange) => void,
): void {
  for (let start = 0; start < bytes.length; ) {
    let at = start;
    while (at < bytes.length && bytes[at] !== comma) at++;
    const firstEnd = at++;
    while (at < bytes.length && bytes[at] !== comma) at++;
    const lastEnd = at++;
    let asn = 0;
    for (; at < bytes.length && bytes[at] !== comma; at++) asn = asn * 10 + (bytes[at] ?? 0) - zero;
    if (wanted.has(asn)) {
      const first = bytes.toString('latin1', start, firstEnd);
      take({ first, last: bytes.toString('latin1', firstEnd + 1, lastEnd), asn });
    }
    const next = bytes.indexOf(lineFeed, at);
    start = next === -1 ? bytes.length : next + 1;
  }
}
