/**
 * Where the access log is written: a file that may be rotated, or standard output.
 * Source: docs/reference/access-log.md ("Rotation", "When it can't be written").
 */
import { close, constants, fstat, open, stat, write } from 'node:fs';
import { promisify } from 'node:util';
import { errorMessage } from '../../core/error-field.ts';

export interface LogOutput {
  /** Writes all of it; rejects with the system's error, having written `error.written` bytes. */
  write(bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** Some bytes could not be written. */
export class LogWriteError extends Error {
  override readonly name = 'LogWriteError';
  readonly written: number;
  /** Whether the reader is merely slow. */
  readonly isFull: boolean;

  constructor(written: number, cause: unknown) {
    super(errorMessage(cause), { cause });
    this.written = written;
    this.isFull = cause instanceof Error && 'code' in cause && cause.code === 'EAGAIN';
  }
}

const openFile = promisify(open);
const writeFile = promisify(write);
const closeFile = promisify(close);
const statPath = promisify(stat);
const statFile = promisify(fstat);

const lineFeed = 0x0a;
/** What POSIX lets a pipe take as a whole at least (PIPE_BUF on Linux). */
const pipeBytes = 4_096;
const checkEveryMs = 1_000;
/** Readable by the service's group: log collectors. */
const mode = 0o640;

/** Opened at the first write, and again once the path leads elsewhere: logrotate renames the file. */
export class LogFile implements LogOutput {
  readonly #path: string;
  #file: number | undefined;
  #checkTick = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async write(bytes: Buffer): Promise<void> {
    let written = 0;
    try {
      const file = await this.#current();
      while (written < bytes.length) {
        // A full disk may take a part.
        written += (await writeFile(file, bytes, written, bytes.length - written, null)).bytesWritten;
      }
    } catch (error) {
      throw new LogWriteError(written, error);
    }
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    if (file !== undefined) await closeFile(file);
  }

  async #current(): Promise<number> {
    const tick = performance.now();
    if (this.#file !== undefined && tick - this.#checkTick >= checkEveryMs) {
      this.#checkTick = tick;
      if (!(await this.#isAtPath(this.#file))) await this.close();
    }
    if (this.#file === undefined) {
      this.#checkTick = tick;
      this.#file = await openFile(this.#path, 'a', mode);
    }
    return this.#file;
  }

  async #isAtPath(file: number): Promise<boolean> {
    const ours = await statFile(file);
    const there = await statPath(this.#path).catch(() => undefined);
    return there?.ino === ours.ino && there.dev === ours.dev;
  }
}

/** Shared with other processes, so whole lines are written in pieces that a pipe doesn't split. */
export class StandardOutput implements LogOutput {
  readonly #file: Promise<number>;

  constructor() {
    // Opened anew where that works (pipes on Linux), a slow reader is an error instead of a blocked thread.
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK;
    this.#file = openFile('/proc/self/fd/1', flags).catch(() => 1);
  }

  async write(bytes: Buffer): Promise<void> {
    let written = 0;
    try {
      const file = await this.#file;
      while (written < bytes.length) {
        const length = pieceLength(bytes, written);
        written += (await writeFile(file, bytes, written, length, null)).bytesWritten;
      }
    } catch (error) {
      throw new LogWriteError(written, error);
    }
  }

  async close(): Promise<void> {}
}

/** Of the whole lines from `start` on that fit into one write to a pipe. */
function pieceLength(bytes: Buffer, start: number): number {
  if (bytes.length - start <= pipeBytes) return bytes.length - start;
  const end = bytes.lastIndexOf(lineFeed, start + pipeBytes - 1) + 1;
  return end > start ? end - start : pipeBytes;
}
