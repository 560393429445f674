/**
 * Values on disk between the two passes of an import, so that a file of any length takes little memory, standard
 * input can be read twice, and what is written is exactly what was validated. The file has no name: it is gone when
 * the process is, however that ends.
 */

import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newRandomUuid } from '../../core/ids.ts';
import { textLines } from './text-lines.ts';

const chunkSize = 64 * 1024;

export class TemporaryValues<T> implements AsyncDisposable {
  readonly #file: FileHandle;
  #pending: string[] = [];
  #pendingLength = 0;
  #count = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create<T>(): Promise<TemporaryValues<T>> {
    const path = join(tmpdir(), `nameplate-${newRandomUuid()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new TemporaryValues<T>(file);
  }

  get count(): number {
    return this.#count;
  }

  /** Appends a value that JSON keeps as it is. */
  async append(value: T): Promise<void> {
    const line = `${JSON.stringify(value)}\n`;
    this.#pending.push(line);
    this.#pendingLength += line.length;
    this.#count += 1;
    if (this.#pendingLength >= chunkSize) await this.#flush();
  }

  /** Reads all values appended so far, in their order. */
  async *read(): AsyncGenerator<T> {
    await this.#flush();
    for await (const lines of textLines(this.#chunks())) {
      for (const line of lines) yield JSON.parse(line);
    }
  }

  async *#chunks(): AsyncGenerator<Buffer> {
    for (let position = 0; ; ) {
      const buffer = Buffer.allocUnsafe(chunkSize);
      const { bytesRead } = await this.#file.read(buffer, 0, chunkSize, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  async #flush(): Promise<void> {
    if (this.#pendingLength === 0) return;
    const text = this.#pending.join('');
    this.#pending = [];
    this.#pendingLength = 0;
    await this.#file.appendFile(text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}
