/** Reads a closed segment line by line in bounded memory. Source: docs/reference/spool.md. */
import { type FileHandle, open } from 'node:fs/promises';
import { type SegmentKind, segmentHeader } from './segment-name.ts';

/** Decoded and enriched in one go, about a millisecond; reading the next chunk lets others have the event loop. */
const chunkBytes = 128 * 1024;
const maxLineBytes = 1024 * 1024;
/** Of whatever was put there: the rows of a segment are in memory at once. */
const maxFileBytes = 64 * 1024 * 1024;
const lineFeed = 0x0a;

export type UnreadableReason = 'header_unknown' | 'too_large';

/** This version of the program can't ship any of the segment. */
export class UnreadableSegmentError extends Error {
  override readonly name = 'UnreadableSegmentError';
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason) {
    super(reason);
    this.reason = reason;
  }
}

export type SegmentLines = {
  /** Lines above 1 MiB, which are skipped. */
  readonly tooLong: number;
  /** Whether bytes follow the last line feed; they are skipped. */
  readonly isTorn: boolean;
};

/**
 * Passes every complete line after the header to `onLine`. Rejects with {@link UnreadableSegmentError} or the system's
 * error.
 */
export async function readSegment(
  path: string,
  kind: SegmentKind,
  onLine: (line: string) => void,
): Promise<SegmentLines> {
  const file = await open(path, 'r');
  try {
    if ((await file.stat()).size > maxFileBytes) throw new UnreadableSegmentError('too_large');
    return await readLines(file, segmentHeader(kind).trimEnd(), onLine);
  } finally {
    await file.close();
  }
}

async function readLines(
  file: FileHandle,
  header: string,
  onLine: (line: string) => void,
): Promise<SegmentLines> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const splitter = new LineSplitter();
  let isHeaderRead = false;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, null);
    if (bytesRead === 0) break;
    const lines = splitter.split(chunk.subarray(0, bytesRead));
    if (!isHeaderRead && lines.length > 0) {
      if (lines.shift() !== header) throw new UnreadableSegmentError('header_unknown');
      isHeaderRead = true;
    }
    for (const line of lines) onLine(line);
  }
  if (!isHeaderRead) throw new UnreadableSegmentError('header_unknown');
  return { tooLong: splitter.tooLong, isTorn: splitter.isInLine };
}

/** Splits a stream of bytes into lines, however it was chunked. */
class LineSplitter {
  tooLong = 0;
  /** The beginning of a line whose end has not come yet; undefined when it is too long and its rest is skipped. */
  #begun: Buffer[] | undefined = [];
  #begunBytes = 0;

  get isInLine(): boolean {
    return this.#begunBytes > 0;
  }

  /** Returns the lines that end in these bytes; keeps none of them. */
  split(bytes: Buffer): string[] {
    const end = bytes.lastIndexOf(lineFeed) + 1;
    if (end === 0) {
      this.#begin(bytes);
      return [];
    }
    const firstBytes = this.#begunBytes + bytes.indexOf(lineFeed);
    const lines = Buffer.concat([...(this.#begun ?? []), bytes.subarray(0, end - 1)])
      .toString()
      .split('\n');
    if (!this.#begun) lines.shift();
    else if (firstBytes > maxLineBytes) {
      this.tooLong++;
      lines.shift();
    }
    this.#begun = [];
    this.#begunBytes = 0;
    this.#begin(bytes.subarray(end));
    return lines;
  }

  #begin(bytes: Buffer): void {
    this.#begunBytes += bytes.length;
    if (!this.#begun || bytes.length === 0) return;
    if (this.#begunBytes > maxLineBytes) {
      this.tooLong++;
      this.#begun = undefined;
    } else {
      // A copy: the buffer is read into again.
      this.#begun.push(Buffer.from(bytes));
    }
  }
}
