/**
 * The file of a backup: a tar (POSIX.1-2001, pax) whose entries are hashed as they are written, with the manifest and its checksum last.
 * Source: docs/reference/backups.md ("The file").
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar';
import { quoteValue } from '../../core/errors.ts';
import { S3Error } from '../../s3/s3-error.ts';
import { BackupError } from './backup-error.ts';
import {
  type BackupManifest,
  manifestName,
  manifestSum,
  manifestSumName,
  parseManifest,
} from './manifest.ts';

const chunkBytes = 256 * 1024;
/** Of entries that are read whole: the manifest, and what is sealed. */
const maxTextBytes = 64 * 1024 * 1024;

export class BackupWriter {
  readonly entries: Record<string, { readonly bytes: number; readonly sha256: string }> = {};
  readonly #packer = createTarPacker();
  readonly #written: Promise<void>;
  #failure: unknown;

  constructor(target: Writable) {
    this.#written = pipeline(Readable.fromWeb(ReadableStream.from(this.#packer.readable)), target);
    this.#written.catch((error: unknown) => {
      this.#failure = error;
    });
  }

  async addFile(name: string, path: string): Promise<void> {
    const { size } = await stat(path);
    await this.#add(name, size, createReadStream(path, { highWaterMark: chunkBytes }));
  }

  async addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.#add(name, bytes.length, Readable.from([bytes]));
  }

  /** Writes the end, and waits until all of it is written. */
  async finish(): Promise<void> {
    this.#packer.controller.finalize();
    await this.#written;
  }

  /** Lets go of the file, whatever is in it. */
  async abandon(): Promise<void> {
    this.#packer.controller.error(new Error('abandoned'));
    await this.#written.catch(() => {});
  }

  async #add(name: string, bytes: number, content: Readable): Promise<void> {
    const hash = createHash('sha256');
    const entry = this.#packer.controller.add({ name, size: bytes, mode: 0o600, type: 'file' });
    const writer = entry.getWriter();
    // A write after the disk has failed would wait for ever.
    const failed = this.#written.then(() => {
      throw new Error('the file ended early');
    });
    failed.catch(() => {});
    for await (const chunk of content) {
      if (this.#failure !== undefined) throw this.#failure;
      hash.update(chunk);
      await Promise.race([writer.write(chunk), failed]);
    }
    await Promise.race([writer.close(), failed]);
    this.entries[name] = { bytes, sha256: hash.digest('hex') };
  }
}

/** Reads each entry of a file in turn; what `use` leaves of one is skipped. Throws {@link BackupError} when it is cut short. */
export async function readEntries(
  file: Readable,
  use: (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const decoder = createTarDecoder({ strict: true });
  const feeding = pipeline(file, Writable.fromWeb(decoder.writable));
  feeding.catch(() => {});
  try {
    for await (const entry of decoder.readable) await useEntry(entry, use);
    await feeding;
  } catch (error) {
    file.destroy();
    if (error instanceof BackupError || error instanceof S3Error || isSystemError(error)) throw error;
    throw new BackupError('it is no backup, or it was cut short or altered', { cause: error });
  }
}

async function useEntry(
  { header, body }: ParsedTarEntry,
  use: (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  if (header.type !== undefined && header.type !== 'file')
    throw new BackupError(`it has an entry of type ${header.type}`);
  let bytes = 0;
  const reader = body.getReader();
  async function* content(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      yield value;
    }
  }
  await use(header.name, content());
  for await (const rest of content()) void rest;
  if (bytes !== header.size) throw new BackupError('it was cut short');
}

/** Reads a small entry. */
export async function readText(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > maxTextBytes) throw new BackupError('it has an entry of text that is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Reads the whole file and compares every entry with the manifest. Throws {@link BackupError} when the file is cut short, altered
 * or of a newer form.
 */
export async function verifyBackup(file: Readable): Promise<BackupManifest> {
  const found = new Map<string, { bytes: number; sha256: string }>();
  let text: string | undefined;
  let sum: string | undefined;
  await readEntries(file, async (name, content) => {
    if (name === manifestSumName && text !== undefined && sum === undefined) {
      sum = await readText(content);
      return;
    }
    if (text !== undefined || found.has(name))
      throw new BackupError(`its entry ${quoteValue(name)} does not belong there`);
    if (name === manifestName) {
      text = await readText(content);
      return;
    }
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content) {
      bytes += chunk.length;
      hash.update(chunk);
    }
    found.set(name, { bytes, sha256: hash.digest('hex') });
  });
  if (text === undefined) throw new BackupError('it has no manifest: it is no backup, or it was cut short');
  const manifest = parseManifest(text);
  if (sum === undefined && manifest.nameplate_backup > 1)
    throw new BackupError(`it has no ${manifestSumName}: it was cut short`);
  if (sum !== undefined && sum !== manifestSum(text))
    throw new BackupError(`its ${manifestName} is not what was written: the file was altered`);
  for (const name of new Set([...found.keys(), ...Object.keys(manifest.entries)])) {
    const [is, was] = [found.get(name), manifest.entries[name]];
    if (is?.sha256 !== was?.sha256 || is?.bytes !== was?.bytes) {
      throw new BackupError(
        `its entry ${quoteValue(name)} is not what the manifest says: the file was altered`,
      );
    }
  }
  return manifest;
}

export function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}
