/**
 * One segment while it is written: a file of whole lines. Source: docs/reference/spool.md.
 *
 * States: open (`….open`; takes lines) → finishing (synced, closed) → closed (`….ndjson`; belongs to the shipper).
 * After a write that failed the file is cut back to its last whole line and takes no more. When even that fails, a piece
 * of a line without line feed stays at its end, which readers skip.
 */
import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorField } from '../../core/error-field.ts';
import { closedFileName, openFileName, type SegmentKind, segmentHeader } from './segment-name.ts';
import { syncDirectory } from './sync-directory.ts';

const lineFeed = 0x0a;

export type SegmentHandle = Pick<FileHandle, 'write' | 'truncate' | 'datasync' | 'close'>;
/** Opens a file for writing that must not exist yet; tests put failing ones in its place. */
export type OpenFile = (path: string, flags: 'wx', mode: number) => Promise<SegmentHandle>;

export type AppendOutcome = {
  /** Whole lines of the bytes given that are in the file now, in bytes: all of them unless there is an error. */
  readonly storedBytes: number;
  readonly error: unknown;
};

export class OpenSegment {
  readonly name: string;
  readonly #directory: string;
  readonly #file: SegmentHandle;
  #sizeBytes = 0;
  #lines = 0;
  #isFileClosed = false;

  private constructor(directory: string, name: string, file: SegmentHandle) {
    this.#directory = directory;
    this.name = name;
    this.#file = file;
  }

  /** Makes the file with its header. Rejects with the system's error and leaves nothing behind. */
  static async create(
    directory: string,
    name: string,
    kind: SegmentKind,
    openFile: OpenFile = open,
  ): Promise<OpenSegment> {
    const path = join(directory, openFileName(name));
    const segment = new OpenSegment(directory, name, await openFile(path, 'wx', 0o600));
    const { error } = await segment.append(Buffer.from(segmentHeader(kind)), 0);
    if (error === undefined) return segment;
    await segment.discard();
    throw error;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /** Records in it, without the header. */
  get lines(): number {
    return this.#lines;
  }

  /** Writes whole lines, `lines` of them; never rejects. */
  async append(bytes: Buffer, lines: number): Promise<AppendOutcome> {
    let written = 0;
    try {
      while (written < bytes.length) {
        const position = this.#sizeBytes + written;
        const { bytesWritten } = await this.#file.write(bytes, written, bytes.length - written, position);
        if (bytesWritten === 0) throw new Error('the file takes no more bytes');
        written += bytesWritten;
      }
      this.#sizeBytes += written;
      this.#lines += lines;
      return { storedBytes: written, error: undefined };
    } catch (error) {
      const storedBytes = written === 0 ? 0 : bytes.lastIndexOf(lineFeed, written - 1) + 1;
      this.#sizeBytes += storedBytes;
      this.#lines += countLines(bytes.subarray(0, storedBytes));
      await this.#file.truncate(this.#sizeBytes).catch(() => {});
      return { storedBytes, error };
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
    // A failure means that a power cut could take the newest records; they can be read and shipped all the same.
    await this.#file.datasync().catch(() => {});
    await this.#file.close().catch(() => {});
  }
}

/** Counts the lines that end in these bytes. */
export function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) lines++;
  return lines;
}
