/**
 * Passes blocks to the embedded engine as files, the only way to pass it bytes that aren't text. Each file is written,
 * read once and removed within milliseconds, so it rarely reaches the disk; files left behind by a crash are
 * overwritten.
 */
import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AnalyticsAwayError } from './failures.ts';

export class BlockFiles {
  readonly #directory: string;
  /** Numbers of unused files. */
  readonly #free: number[] = [];
  #count = 0;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Makes the directory. */
  static async open(directory: string): Promise<BlockFiles> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return new BlockFiles(directory);
  }

  /** Lets `use` read the pieces as one file. Throws AnalyticsAwayError when it can't be written, such as on a full disk. */
  async with(pieces: readonly Uint8Array[], use: (path: string) => Promise<void>): Promise<void> {
    const number = this.#free.pop() ?? this.#count++;
    const path = join(this.#directory, `${number}.native`);
    try {
      await write(path, pieces);
      await use(path);
    } finally {
      await unlink(path).catch(() => {});
      this.#free.push(number);
    }
  }
}

async function write(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  try {
    const file = await open(path, 'w', 0o600);
    try {
      const { bytesWritten } = await file.writev(pieces);
      const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
      if (bytesWritten < bytes) throw new Error(`the disk took ${bytesWritten} of ${bytes} bytes`);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new AnalyticsAwayError(`${path} cannot be written`, { cause: error });
  }
}
