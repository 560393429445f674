/**
 * One segment while it is written: a file of whole lines. Source: docs/reference/spool.md.
 *
 * States: open (`….open`; takes lines) → finishing (synced, closed) → closed (`….ndjson`; belongs to the shipper).
 * After a failed write the file is truncated to its last complete line and takes no more. If that fails too, an incomplete
 * line without line feed stays at its end, which readers skip.
 */
import { close, fdatasync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorField } from '../../core/error-field.ts';
import { closedFileName, openFileName, type SegmentKind, segmentHeader } from './segment-name.ts';
import { syncDirectory } from './sync-directory.ts';

const lineFeed = 0x0a;

/** A file under way; each of its functions throws or rejects with the system's error. */
export type SegmentFile = {
  /** Returns how many of `length` bytes were written. */
  write(bytes: Buffer, start: number, length: number, position: number): number;
  truncate(lengthBytes: number): void;
  sync(): Promise<void>;
  close(): Promise<void>;
};
/** Opens a file for writing that must not exist yet; tests put failing ones in its place. */
export type OpenFile = (path: string) => SegmentFile;

export type AppendOutcome = {
  /** Whole lines of the bytes given that are in the file now, in bytes: all of them unless there is an error. */
  readonly storedBytes: number;
  readonly error: unknown;
};

export class OpenSegment {
  readonly name: string;
  readonly #directory: string;
  readonly #file: SegmentFile;
  #sizeBytes = 0;
  #lines = 0;
  #isFileClosed = false;

  private constructor(directory: string, name: string, file: SegmentFile) {
    this.#directory = directory;
    this.name = name;
    this.#file = file;
  }

  /** Makes the file with its header. Throws the system's error, and then leaves nothing behind. */
  static create(
    directory: string,
    name: string,
    kind: SegmentKind,
    openFile: OpenFile = openNewFile,
  ): OpenSegment {
    const segment = new OpenSegment(directory, name, openFile(join(directory, openFileName(name))));
    const { error } = segment.append(Buffer.from(segmentHeader(kind)), 0);
    if (error === undefined) return segment;
    void segment.discard();
    throw error;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Records in it, without the header. */
  get lines(): number {
    return this.#lines;
  }

  /** Writes whole lines, `lines` of them; never throws. */
  append(bytes: Buffer, lines: number): AppendOutcome {
    let written = 0;
    try {
      while (written < bytes.length) {
        const position = this.#sizeBytes + written;
        const taken = this.#file.write(bytes, written, bytes.length - written, position);
        if (taken === 0) throw new Error('the file takes no more bytes');
        written += taken;
      }
      this.#sizeBytes += written;
      this.#lines += lines;
      return { storedBytes: written, error: undefined };
    } catch (error) {
      const storedBytes = written === 0 ? 0 : bytes.lastIndexOf(lineFeed, written - 1) + 1;
      this.#sizeBytes += storedBytes;
      this.#lines += countLines(bytes.subarray(0, storedBytes));
      this.#cutBack();
      return { storedBytes, error };
    }
  }

  #cutBack(): void {
    try {
      this.#file.truncate(this.#sizeBytes);
    } catch {
      // Readers skip the piece of a line that is left.
    }
  }

  /**
   * Syncs, closes and renames it. Answers `lost` when the file is no longer there. Rejects with the system's error when
   * it could not be renamed; may be called again then.
   */
  async finish(): Promise<'closed' | 'lost'> {
    await this.#closeFile();
    try {
      await rename(
        join(this.#directory, openFileName(this.name)),
        join(this.#directory, closedFileName(this.name)),
      );
    } catch (error) {
      if (errorField(error, 'code') === 'ENOENT') return 'lost';
      throw error;
    }
    // Without it a power cut may give the file its old name back, which is then adopted: nothing is lost by a failure.
    await syncDirectory(this.#directory).catch(() => {});
    return 'closed';
  }

  /** Closes and removes it. */
  async discard(): Promise<void> {
    await this.#closeFile();
    await unlink(join(this.#directory, openFileName(this.name))).catch(() => {});
  }

  async #closeFile(): Promise<void> {
    if (this.#isFileClosed) return;
    this.#isFileClosed = true;
    // A failure means that a power cut could take the newest records; they can still be read and shipped.
    await this.#file.sync().catch(() => {});
    await this.#file.close().catch(() => {});
  }
}

const syncData = promisify(fdatasync);
const closeFile = promisify(close);

export function openNewFile(path: string): SegmentFile {
  const descriptor = openSync(path, 'wx', 0o600);
  return {
    write: (bytes, start, length, position) => writeSync(descriptor, bytes, start, length, position),
    truncate: (lengthBytes) => ftruncateSync(descriptor, lengthBytes),
    sync: () => syncData(descriptor),
    close: () => closeFile(descriptor),
  };
}

/** Counts the lines that end in these bytes. */
export function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) lines++;
  return lines;
}
