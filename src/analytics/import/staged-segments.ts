/**
 * Segments of one imported file on disk, before its digest and with it their names are known. The staging file has no
 * name: it is gone when the process is, however that ends, so that a file is imported whole or not at all.
 */

import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { newRandomUuid } from '../../core/ids.ts';

export type StagedSegment = {
  readonly number: number;
  /** Records with their line feeds. */
  readonly lines: Buffer;
};

type Place = { readonly number: number; readonly offset: number; readonly length: number };

export class StagedSegments implements AsyncDisposable {
  readonly #file: FileHandle;
  readonly #places: Place[] = [];
  #sizeBytes = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Makes the file in a directory that has to be on the disk of the spool. Rejects with the system's error. */
  static async create(directory: string): Promise<StagedSegments> {
    // The spool removes files of this extension that a crash between these two lines leaves.
    const path = join(directory, `import.${newRandomUuid()}.tmp`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new StagedSegments(file);
  }

  get count(): number {
    return this.#places.length;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  async append({ number, lines }: StagedSegment): Promise<void> {
    await this.#file.appendFile(lines);
    this.#places.push({ number, offset: this.#sizeBytes, length: lines.length });
    this.#sizeBytes += lines.length;
  }

  /** Reads all segments, one at a time. */
  async *read(): AsyncGenerator<StagedSegment> {
    for (const { number, offset, length } of this.#places) {
      const lines = Buffer.allocUnsafe(length);
      for (let read = 0; read < length; ) {
        const { bytesRead } = await this.#file.read(lines, read, length - read, offset + read);
        if (bytesRead === 0) throw new Error('a staged segment is shorter than it was');
        read += bytesRead;
      }
      yield { number, lines };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}
