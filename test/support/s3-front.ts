/**
 * A small S3: one bucket in memory, with multipart uploads and ranges. It checks each request's signature (AWS Signature Version 4)
 * and body hash with node:crypto, and fails as a test says. Source: S3 API reference.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { S3Settings } from '../../src/s3/s3-client.ts';

const accessKeyId = 'AKIATEST';
const secretAccessKey = 'hunter2+/secret';

type Upload = { readonly key: string; readonly begunAt: string; readonly parts: Map<number, Buffer> };
/** Answers a request instead of the bucket; false: the bucket answers after all. */
type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

export class S3Front {
  readonly objects: Map<string, { readonly body: Buffer; readonly modified: Date }> = new Map();
  readonly uploads: Map<string, Upload> = new Map();
  /** `PUT /key?partNumber=1` and so on, without upload ids. */
  readonly requests: string[] = [];
  fault: Fault = () => false;
  bucket = 'backups';
  endpoint = '';

  get settings(): S3Settings {
    return {
      accessKeyId,
      secretAccessKey,
      sessionToken: undefined,
      region: 'eu-test-1',
      endpoint: this.endpoint,
    };
  }

  /** What a program needs to use it. */
  get env(): Record<string, string> {
    return {
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_REGION: 'eu-test-1',
      AWS_ENDPOINT_URL: this.endpoint,
    };
  }

  static async start(): Promise<S3Front> {
    const front = new S3Front();
    const server = createServer((request, response) => void front.#answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    front.endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    return front;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => Buffer.alloc(0));
    const url = new URL(request.url ?? '', this.endpoint);
    const [, bucket = '', ...rest] = url.pathname.split('/');
    const key = decodeURIComponent(rest.join('/'));
    const { method = '' } = request;
    this.requests.push(`${method} /${key}${url.search.replace(/[?&]uploadId=[^&]+/, '')}`);
    if (this.fault(request, response)) return;
    const problem = problemOfSignature(request, url, body);
    if (problem !== undefined) return refuse(response, 403, problem);
    if (bucket !== this.bucket) return refuse(response, 404, 'NoSuchBucket');
    if (key === '') return this.#list(url.searchParams, response);
    if (method === 'POST' || url.searchParams.has('uploadId'))
      return this.#multipart(method, key, url.searchParams, body, response);
    const object = this.objects.get(key);
    if (method === 'DELETE') {
      this.objects.delete(key);
      response.writeHead(204).end();
    } else if (!object) refuse(response, 404, 'NoSuchKey');
    else {
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      const part = object.body.subarray(from);
      response.writeHead(from > 0 ? 206 : 200, { 'content-length': part.length, etag: tagOf(object.body) });
      response.end(method === 'HEAD' ? undefined : part);
    }
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    if (query.has('uploads')) {
      const uploads = [...this.uploads]
        .filter(([, { key }]) => key.startsWith(prefix))
        .map(
          ([id, { key, begunAt }]) =>
            `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt}</Initiated></Upload>`,
        );
      response.end(`<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`);
      return;
    }
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
    // Two a page, so that pages are used.
    const start = Number(query.get('continuation-token')?.replace('&t=', '') ?? 0);
    const more =
      keys.length > start + 2 ? `<NextContinuationToken>&amp;t=${start + 2}</NextContinuationToken>` : '';
    const contents = keys.slice(start, start + 2).map((key) => {
      const { body, modified } = this.objects.get(key) ?? { body: Buffer.alloc(0), modified: new Date(0) };
      return `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${body.length}</Size></Contents>`;
    });
    response.end(`<ListBucketResult>${contents.join('')}${more}</ListBucketResult>`);
  }

  #multipart(
    method: string,
    key: string,
    query: URLSearchParams,
    body: Buffer,
    response: ServerResponse,
  ): void {
    const id = query.get('uploadId') ?? '';
    const upload = this.uploads.get(id);
    if (query.has('uploads')) {
      const begun = randomUUID();
      this.uploads.set(begun, { key, begunAt: new Date().toISOString(), parts: new Map() });
      response.end(
        `<InitiateMultipartUploadResult><UploadId>${begun}</UploadId></InitiateMultipartUploadResult>`,
      );
    } else if (!upload) refuse(response, 404, 'NoSuchUpload');
    else if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      response.writeHead(200, { etag: tagOf(body) }).end();
    } else if (method === 'DELETE') {
      this.uploads.delete(id);
      response.writeHead(204).end();
    } else {
      const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
      const parts = named.map(([, number, tag]) => ({ tag, body: upload.parts.get(Number(number)) }));
      if (parts.some((part) => !part.body || tagOf(part.body) !== part.tag))
        return refuse(response, 400, 'InvalidPart');
      this.objects.set(key, {
        body: Buffer.concat(parts.flatMap((part) => part.body ?? [])),
        modified: new Date(),
      });
      this.uploads.delete(id);
      response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
    }
  }
}

export function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<Error><Code>${code}</Code><Message>Because of ${code}.</Message></Error>`);
}

function tagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

/** The code of what is wrong with a request's signature; undefined when it is right. */
function problemOfSignature(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const { authorization = '' } = request.headers;
  const [, id, date = '', region = '', names = '', given = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (id !== accessKeyId) return 'InvalidAccessKeyId';
  const hash = createHash('sha256').update(body).digest('hex');
  if (request.headers['x-amz-content-sha256'] !== hash) return 'XAmzContentSHA256Mismatch';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/');
  const canonical = [request.method, path, query, headers.join(''), names, hash].join('\n');
  const time = String(request.headers['x-amz-date']);
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest();
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, date), region), 's3'), 'aws4_request');
  const isRight = timingSafeEqual(hmac(key, text), Buffer.from(given.padEnd(64, '0'), 'hex'));
  return isRight ? undefined : 'SignatureDoesNotMatch';
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
