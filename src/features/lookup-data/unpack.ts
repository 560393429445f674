/** Unpacks a downloaded file: gzip, or a gzipped tar with one file of data in it. Source: docs/reference/enrichment.md ("Data that ages"). */
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { errorField } from '../../core/error-field.ts';
import { DataUpdateError } from './data-update-error.ts';
import { limitBytes } from './limit-bytes.ts';

/** Where a tar's header has the format's name. */
const tarMagicAt = 257;

/** Returns the path of the unpacked file: `path` itself, or one that begins with it. Throws {@link DataUpdateError}. */
export async function unpack(path: string, ending: string, maxBytes: number): Promise<string> {
  if ((await startOf(path, 2)).toString('hex') !== '1f8b') return path;
  const unzipped = `${path}.1`;
  await orDamaged(pipeline(createReadStream(path), createGunzip(), limitBytes(maxBytes), newFile(unzipped)));
  const start = await startOf(unzipped, tarMagicAt + 5);
  if (start.subarray(tarMagicAt).toString('latin1') !== 'ustar') return unzipped;
  const found = `${path}.2`;
  await orDamaged(takeEntry(unzipped, ending, found));
  return found;
}

async function takeEntry(path: string, ending: string, to: string): Promise<void> {
  const file = createReadStream(path);
  const decoder = createTarDecoder({ strict: true });
  const feeding = pipeline(file, Writable.fromWeb(decoder.writable));
  feeding.catch(() => {});
  try {
    for await (const { header, body } of decoder.readable) {
      if (!header.name.endsWith(ending)) {
        await body.cancel();
        continue;
      }
      await pipeline(Readable.fromWeb(body), newFile(to));
      return;
    }
    await feeding;
  } finally {
    file.destroy();
  }
  throw new DataUpdateError(`the archive has no ${ending} file`);
}

async function orDamaged(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof DataUpdateError || errorField(error, 'syscall') !== undefined) throw error;
    throw new DataUpdateError('the file is damaged or was cut short', { cause: error });
  }
}

function newFile(path: string): Writable {
  return createWriteStream(path, { flags: 'wx', mode: 0o600 });
}

async function startOf(path: string, length: number): Promise<Buffer> {
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
  return buffer.subarray(0, bytesRead);
}
