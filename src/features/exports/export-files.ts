/**
 * Where an export's parts go: appended to a file in the data directory, or each as an object of a bucket. The engine writes a part
 * to a file of its own first, so a part that fails half-way leaves nothing. Source: docs/reference/exports.md ("How it is made").
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseUuid } from '../../core/ids.ts';
import { secondMs } from '../../core/time.ts';
import type { S3Client } from '../../s3/s3-client.ts';
import { abortUploads } from '../../s3/s3-folder.ts';
import { S3Object } from '../../s3/s3-object.ts';
import { RowCount } from './count-rows.ts';
import type { ExportFormat } from './export.ts';
import { dataStart, endOf, moveRowGroups, readParquetEnd } from './parquet.ts';
import { ThriftReader } from './thrift.ts';

/** What a part has. */
export type Written = { readonly rows: number; readonly bytes: number };

export type TakenPart = {
  readonly number: number;
  readonly day: number;
  /** Whether the file begins with the names of its columns. */
  readonly hasNames: boolean;
};

export interface PartTarget {
  /** Which bucket, and where in it; undefined: a file. */
  readonly place: string | undefined;
  /** Takes a part that the engine wrote to `path`. `signal` cuts off what may take long. */
  take(path: string, part: TakenPart, signal: AbortSignal): Promise<Written>;
  /** Completes what so many parts are; answers the bytes that this adds. May be repeated. */
  finish(rows: number, parts: number): Promise<number>;
}

const chunkBytes = 256 * 1024;
const uploadPartBytes = 8 * 1024 * 1024;
/** For a bucket to take back what it has of a part. */
const abortMs = 10 * secondMs;

/** The files of this machine's exports. */
export class ExportFiles {
  readonly directory: string;

  constructor(dataDir: string) {
    this.directory = join(dataDir, 'exports');
  }

  pathOf(uuid: string): string {
    return join(this.directory, uuid, 'rows');
  }

  /** Makes the directory of an export; answers where the engine writes its next part. */
  async prepare(uuid: string): Promise<string> {
    await mkdir(join(this.directory, uuid), { recursive: true, mode: 0o700 });
    const path = join(this.directory, uuid, 'part');
    await rm(path, { force: true });
    return path;
  }

  remove(uuid: string): Promise<void> {
    return rm(join(this.directory, uuid), { recursive: true, force: true });
  }

  /** Leaves nothing but the file itself. */
  async tidy(uuid: string): Promise<void> {
    const directory = join(this.directory, uuid);
    for (const name of await readdir(directory))
      if (name !== 'rows') await rm(join(directory, name), { force: true });
  }

  /** The exports that have files here. */
  async list(): Promise<string[]> {
    const names = await readdir(this.directory).catch(() => []);
    return names.filter((name) => parseUuid(name) !== undefined);
  }

  /** Undefined: it has no file here. */
  async size(uuid: string): Promise<number | undefined> {
    return (await stat(this.pathOf(uuid)).catch(() => undefined))?.size;
  }
}

/** Appends to one file. States: open at what is recorded → a part taken, and again → finished. */
export class FileTarget implements PartTarget {
  readonly place = undefined;
  readonly #directory: string;
  readonly #format: ExportFormat;
  #bytes: number;

  private constructor(directory: string, format: ExportFormat, bytes: number) {
    this.#directory = directory;
    this.#format = format;
    this.#bytes = bytes;
  }

  /** Cuts off what is beyond the bytes that are recorded. Undefined: there are fewer, so it has to begin anew. */
  static async open(
    files: ExportFiles,
    uuid: string,
    format: ExportFormat,
    bytes: number,
  ): Promise<FileTarget | undefined> {
    await files.prepare(uuid);
    await using file = await open(files.pathOf(uuid), 'a', 0o600);
    if ((await file.stat()).size < bytes) return undefined;
    await file.truncate(bytes);
    return new FileTarget(join(files.directory, uuid), format, bytes);
  }

  async take(path: string, { number, hasNames }: TakenPart): Promise<Written> {
    const written =
      this.#format === 'parquet'
        ? await this.#takeRowGroups(path, number)
        : await this.#takeLines(path, hasNames);
    this.#bytes += written.bytes;
    await rm(path);
    return written;
  }

  async finish(rows: number, parts: number): Promise<number> {
    if (this.#format !== 'parquet') return 0;
    const groups: Buffer[] = [];
    for (let number = 1; number <= parts; number++)
      groups.push(...splitGroups(await readFile(join(this.#directory, `${number}.groups`))));
    const metadata = new ThriftReader(await readFile(join(this.#directory, 'footer'))).struct();
    const end = endOf(metadata, rows, groups);
    await using file = await open(join(this.#directory, 'rows'), 'r+');
    await writeAll(file, end, this.#bytes);
    await file.sync();
    return end.length;
  }

  async #takeLines(path: string, hasNames: boolean): Promise<Written> {
    const count = new RowCount(this.#format);
    const bytes = await this.#append(path, (chunk) => count.add(chunk));
    return { rows: count.rows - (hasNames ? 1 : 0), bytes };
  }

  async #takeRowGroups(path: string, number: number): Promise<Written> {
    await using part = await open(path, 'r');
    const { footer, metadata, rows, dataEnd } = await readParquetEnd(part);
    const isFirst = this.#bytes === 0;
    if (isFirst) await writeFile(join(this.#directory, 'footer'), footer, { mode: 0o600 });
    // It stands in for what another process wrote of the same part, and of those after it.
    const groups = moveRowGroups(metadata, isFirst ? 0 : this.#bytes - dataStart);
    await writeFile(join(this.#directory, `${number}.groups`), joinGroups(groups), { mode: 0o600 });
    const start = isFirst ? 0 : dataStart;
    return { rows, bytes: await this.#append(path, () => {}, start, dataEnd) };
  }

  /** On the disk, before it is recorded that it is there. */
  async #append(
    path: string,
    see: (chunk: Buffer) => void,
    start = 0,
    end: number = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    await using file = await open(join(this.#directory, 'rows'), 'r+');
    let bytes = 0;
    if (start >= end) return bytes;
    for await (const chunk of createReadStream(path, { start, end: end - 1, highWaterMark: chunkBytes })) {
      const read: Buffer = chunk;
      see(read);
      await writeAll(file, read, this.#bytes + bytes);
      bytes += read.length;
    }
    await file.sync();
    return bytes;
  }
}

/** Puts each part into an object of its own, which one that is written again replaces. */
export class BucketTarget implements PartTarget {
  readonly place: string;
  readonly #clientOf: (signal: AbortSignal) => S3Client;
  readonly #format: ExportFormat;
  readonly #keyOf: (part: TakenPart) => string;

  constructor(
    place: string,
    clientOf: (signal: AbortSignal) => S3Client,
    format: ExportFormat,
    keyOf: (part: TakenPart) => string,
  ) {
    this.place = place;
    this.#clientOf = clientOf;
    this.#format = format;
    this.#keyOf = keyOf;
  }

  async take(path: string, part: TakenPart, signal: AbortSignal): Promise<Written> {
    const key = this.#keyOf(part);
    const client = this.#clientOf(signal);
    // Of an attempt that was cut off: they are stored, and paid for.
    await abortUploads(client, key, Number.POSITIVE_INFINITY);
    const count = new RowCount(this.#format);
    const upload = new S3Object(client, key).upload(uploadPartBytes);
    const counting = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        if (this.#format !== 'parquet') count.add(chunk);
        done(null, chunk);
      },
    });
    try {
      await pipeline(createReadStream(path, { highWaterMark: chunkBytes }), counting, upload, { signal });
    } catch (error) {
      const aborting = upload.abort(this.#clientOf(AbortSignal.timeout(abortMs))).catch(() => {});
      // A bucket that is away must not hold up the end of the service.
      if (!signal.aborted) await aborting;
      throw error;
    }
    const { size } = await stat(path);
    const rows =
      this.#format === 'parquet' ? await rowsOfParquet(path) : count.rows - (part.hasNames ? 1 : 0);
    await rm(path);
    return { rows, bytes: size };
  }

  finish(): Promise<number> {
    return Promise.resolve(0);
  }
}

async function rowsOfParquet(path: string): Promise<number> {
  await using part = await open(path, 'r');
  return (await readParquetEnd(part)).rows;
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; )
    at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
}

/** Each behind its length. */
function joinGroups(groups: readonly Buffer[]): Buffer {
  return Buffer.concat(
    groups.flatMap((group) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(group.length);
      return [length, group];
    }),
  );
}

function* splitGroups(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32LE(at);
    yield bytes.subarray(at + 4, end);
    at = end;
  }
}
