/**
 * One object of a bucket: written in parts while its size is not known, and read from where a broken connection left off.
 * Source: docs/reference/backups.md ("In S3"), S3 API reference ("Multipart upload").
 */
import { Readable, Writable } from 'node:stream';
import { noAnswer, readAnswer, type S3Client } from './s3-client.ts';
import { S3Error } from './s3-error.ts';
import { textOf } from './xml.ts';

/** Of equal size except for the last, as some services ask. With the most parts that S3 takes, 320 GB. */
const defaultPartBytes = 32 * 1024 * 1024;
const maxParts = 10_000;
const maxResumes = 5;

export class S3Object {
  readonly key: string;
  readonly #client: S3Client;

  constructor(client: S3Client, key: string) {
    this.#client = client;
    this.key = key;
  }

  /** Bytes; undefined when there is no such object, or no such bucket. Throws S3Error. */
  async size(): Promise<number | undefined> {
    try {
      const { headers } = await this.#client.send({ method: 'HEAD', key: this.key });
      return Number(headers.get('content-length') ?? 0);
    } catch (error) {
      if (error instanceof S3Error && error.code === 'NoSuchKey') return undefined;
      throw error;
    }
  }

  /** Its bytes; fails with S3Error. */
  read(): Readable {
    return Readable.from(this.#chunks(), { objectMode: false });
  }

  async remove(): Promise<void> {
    await this.#client.send({ method: 'DELETE', key: this.key });
  }

  /** Begins to write it; it appears when it is complete. */
  upload(partBytes: number = defaultPartBytes): S3Upload {
    return new S3Upload(this.#client, this.key, partBytes);
  }

  async *#chunks(): AsyncGenerator<Uint8Array> {
    let at = 0;
    let tag: string | undefined;
    for (let resumes = 0; ; resumes++) {
      const range = at === 0 ? {} : { range: `bytes=${at}-`, ...(tag ? { 'if-match': tag } : {}) };
      const response = await this.#client.send({ method: 'GET', key: this.key, headers: range });
      if (at > 0 && response.status !== 206)
        throw new S3Error('NoRange', 'the connection broke, and S3 does not send the rest alone');
      tag ??= response.headers.get('etag') ?? undefined;
      const begunAt = at;
      try {
        for await (const chunk of response.body ?? []) {
          at += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        // Progress begins the count anew: a large object over a bad line breaks often.
        if (at > begunAt) resumes = 0;
        if (resumes === maxResumes) throw noAnswer(error, new URL(response.url));
      }
    }
  }
}

/** States: begun (with the first byte) → parts sent, one at a time → completed or aborted. */
export class S3Upload extends Writable {
  readonly #client: S3Client;
  readonly #key: string;
  readonly #part: Buffer;
  readonly #tags: string[] = [];
  #filled = 0;
  #id: string | undefined;

  constructor(client: S3Client, key: string, partBytes: number) {
    super();
    this.#client = client;
    this.#key = key;
    this.#part = Buffer.allocUnsafe(partBytes);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    void settle(this.#take(chunk), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    void settle(this.#complete(), done);
  }

  /** Gives up what was sent, `client` where its own is cut off; may be called again. Throws S3Error. */
  async abort(client: S3Client = this.#client): Promise<void> {
    this.destroy();
    const id = this.#id;
    this.#id = undefined;
    if (id === undefined) return;
    await client.send({ method: 'DELETE', key: this.#key, query: { uploadId: id } });
  }

  async #take(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      if (this.#filled === this.#part.length) await this.#sendPart();
      const copied = chunk.copy(this.#part, this.#filled, at);
      at += copied;
      this.#filled += copied;
    }
  }

  async #sendPart(): Promise<void> {
    if (this.#tags.length === maxParts) throw new S3Error('EntityTooLarge', 'the backup is too large for S3');
    this.#id ??= await this.#begin();
    const query = { partNumber: String(this.#tags.length + 1), uploadId: this.#id };
    const body = this.#part.subarray(0, this.#filled);
    const response = await this.#client.send({ method: 'PUT', key: this.#key, query, body });
    await response.body?.cancel();
    this.#tags.push(response.headers.get('etag') ?? '');
    this.#filled = 0;
  }

  async #begin(): Promise<string> {
    const response = await this.#client.send({ method: 'POST', key: this.#key, query: { uploads: '' } });
    const id = textOf(await readAnswer(response), 'UploadId');
    if (id === undefined) throw new S3Error('NoUploadId', 'S3 began no upload');
    return id;
  }

  async #complete(): Promise<void> {
    await this.#sendPart();
    const parts = this.#tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const query = { uploadId: this.#id ?? '' };
    let response: Response;
    try {
      response = await this.#client.send({ method: 'POST', key: this.#key, query, body });
    } catch (error) {
      if (!(error instanceof S3Error) || error.code !== 'NoSuchUpload') throw error;
      // Most likely an earlier attempt completed it and its answer was lost. Reading the object back tells.
      this.#id = undefined;
      return;
    }
    // S3 begins its answer before it has put the parts together, so failures come with status 200 as well.
    const text = await readAnswer(response);
    const code = textOf(text, 'Code');
    if (code !== undefined)
      throw new S3Error(code, `the upload cannot be completed: ${textOf(text, 'Message') ?? ''} (${code})`);
    this.#id = undefined;
  }
}

/** Tells a stream's callback how its work ended. */
async function settle(work: Promise<void>, done: (error?: Error | null) => void): Promise<void> {
  let failure: Error | null = null;
  try {
    await work;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
  }
  done(failure);
}
