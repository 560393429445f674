/** Ends content in the chunked coding. Source: RFC 9112 section 7.1. */
import type { Outbox } from './outbox.ts';

/** Writes the last chunk; returns its size. `trailers` are field lines, each ending in CR LF. */
export function writeLastChunk(outbox: Outbox, trailers: string): number {
  const text = `0\r\n${trailers}\r\n`;
  outbox.text(text);
  return text.length;
}
