/** Writes content in the chunked coding. Source: RFC 9112 section 7.1. */
import type { Outbox } from './outbox.ts';

/** Writes one chunk, a copy of the bytes; answers its size with its frame, bytes. Nothing for no content: a chunk of size 0 is the last. */
export function writeChunk(outbox: Outbox, chunk: Buffer, start: number, end: number): number {
  if (end === start) return 0;
  const sizeLine = `${(end - start).toString(16)}\r\n`;
  outbox.text(sizeLine);
  outbox.copy(chunk, start, end);
  outbox.text('\r\n');
  return sizeLine.length + end - start + 2;
}

/** Writes the end; `trailers` are field lines, each ending in CR LF. */
export function writeLastChunk(outbox: Outbox, trailers: string): number {
  const text = `0\r\n${trailers}\r\n`;
  outbox.text(text);
  return text.length;
}
