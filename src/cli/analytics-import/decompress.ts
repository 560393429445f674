/** The content of an imported file, plain or gzip, detected from its first bytes. Source: RFC 1952 section 2.3.1. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { errorField } from '../../core/error-field.ts';
import { CliError } from '../failures.ts';

const gzip = [0x1f, 0x8b];
/** What cannot be read, and what to do about it. */
const refused: readonly (readonly [magic: readonly number[], problem: string])[] = [
  [[0x28, 0xb5, 0x2f, 0xfd], 'it is compressed with zstd; pipe it in with zstd -dc'],
  [[0x42, 0x5a, 0x68], 'it is compressed with bzip2; pipe it in with bzip2 -dc'],
  [[0xfd, 0x37, 0x7a, 0x58], 'it is compressed with xz; pipe it in with xz -dc'],
  [[0x50, 0x4b, 0x03, 0x04], 'it is a ZIP archive; unpack it first'],
  [[0xff, 0xfe], 'it is UTF-16 text; convert it to UTF-8'],
  [[0xfe, 0xff], 'it is UTF-16 text; convert it to UTF-8'],
];
const longestMagic = 4;

/** Yields the content in pieces of bounded size. Errors: {@link CliError} for other compressions and damaged gzip. */
export async function* decompress(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = chunks[Symbol.asyncIterator]();
  const head = await readHead(source);
  for (const [magic, problem] of refused) if (startsWith(head, magic)) throw new CliError(problem);
  if (startsWith(head, gzip)) yield* gunzipped(joined(head, source));
  else yield* joined(head, source);
}

async function* gunzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  // What goes wrong on either side also ends the loop below, with the error.
  pipeline(Readable.from(chunks), gunzip).catch(() => {});
  try {
    for await (const chunk of gunzip) yield chunk;
  } catch (error) {
    if (!errorField(error, 'code')?.startsWith('Z_')) throw error;
    throw new CliError('its gzip data is damaged or cut off', { cause: error });
  }
}

async function readHead(source: AsyncIterator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < longestMagic) {
    const next = await source.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* joined(head: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
}

function startsWith(bytes: Buffer, magic: readonly number[]): boolean {
  return bytes.length >= magic.length && magic.every((byte, at) => bytes[at] === byte);
}
