/** Against an S3 of our own that checks signatures. Source: docs/reference/backups.md ("In S3"). */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { refuse, S3Front } from '../../test/support/s3-front.ts';
import { S3Client, type S3Settings } from './s3-client.ts';
import { abortUploads, listObjects } from './s3-folder.ts';
import { S3Object } from './s3-object.ts';

const content = randomBytes(100_000);

function objectIn(front: S3Front, changes: Partial<S3Settings> = {}, bucket = 'backups'): S3Object {
  return new S3Object(new S3Client({ ...front.settings, ...changes }, bucket, 5), "a/it's (1)!.tar");
}

async function upload(object: S3Object): Promise<void> {
  const chunks = Array.from({ length: 100 }, (_, index) =>
    content.subarray(index * 1000, index * 1000 + 1000),
  );
  await pipeline(Readable.from(chunks), object.upload(30_001));
}

test('writes in parts of equal size, and reads back what was written', async () => {
  const front = await S3Front.start();
  const object = objectIn(front);
  expect(await object.size()).toBeUndefined();
  await upload(object);
  expect(front.requests.filter((line) => line.includes('partNumber')).length).toBe(4);
  expect([await object.size(), front.uploads.size]).toEqual([content.length, 0]);
  expect(await buffer(object.read())).toEqual(content);
  await object.remove();
  expect(front.objects.size).toBe(0);
});

test.each<[string, number, (front: S3Front) => Promise<unknown>, string]>([
  ['a list', 200, (front) => listObjects(new S3Client(front.settings, 'backups', 5), 'a'), 'more than 8 MiB'],
  ['the beginning of an upload', 200, (front) => upload(objectIn(front)), 'more than 8 MiB'],
  ['a refusal', 403, (front) => objectIn(front).remove(), 'access is denied'],
])('%s without end is cut off', async (_what, status, use, reason) => {
  const front = await S3Front.start();
  let sent = 0;
  front.fault = (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    const chunk = Buffer.alloc(256 * 1024, ' ');
    const more = (): void => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
      if (!response.destroyed) response.once('drain', more);
    };
    more();
    return true;
  };
  await expect(use(front)).rejects.toThrow(reason);
  expect(sent).toBeLessThan(64 * 1024 * 1024);
});

test.each([
  ['pages', `${'<Contents></Contents>'.repeat(10_000)}<NextContinuationToken>1</NextContinuationToken>`],
  ['pages of nothing', '<NextContinuationToken>1</NextContinuationToken>'],
])('a list whose %s go on for ever is given up', async (_what, answer) => {
  const front = await S3Front.start();
  let pages = 0;
  front.fault = (_request, response) => {
    pages += 1;
    response.end(answer);
    return true;
  };
  const listed = listObjects(new S3Client(front.settings, 'backups', 5), 'a');
  await expect(listed).rejects.toThrow('does not end');
  expect(pages).toBeLessThanOrEqual(201);
});

test('elements that begin and never end take no longer than their text', async () => {
  const front = await S3Front.start();
  front.fault = (_request, response) => {
    response.end('<Contents>'.repeat(200_000));
    return true;
  };
  expect(await listObjects(new S3Client(front.settings, 'backups', 5), 'a')).toEqual([]);
});

test('tries again after 500, a cut connection and too many requests', async () => {
  const front = await S3Front.start();
  let turn = 0;
  front.fault = (request, response) => {
    turn += 1;
    if (turn % 4 === 1) refuse(response, 500, 'InternalError');
    else if (turn % 4 === 2) request.socket.destroy();
    else if (turn % 4 === 3) refuse(response, 429, 'SlowDown');
    return turn % 4 !== 0;
  };
  const object = objectIn(front);
  await upload(object);
  expect(front.objects.get(object.key)?.body).toEqual(content);
});

test('gives up soon on a service that takes requests and never answers', async () => {
  const front = await S3Front.start();
  front.fault = () => true;
  const client = new S3Client(front.settings, 'backups', 1, 50);
  await expect(new S3Object(client, 'a.tar').size()).rejects.toThrow('does not answer (TimeoutError)');
  expect(front.requests).toHaveLength(5);
});

test('reads on where the connection broke, the same object only', async () => {
  const front = await S3Front.start();
  const object = objectIn(front);
  await upload(object);
  let cuts = 0;
  const ranges: unknown[] = [];
  front.fault = (request, response) => {
    ranges.push([request.headers.range, request.headers['if-match'] !== undefined]);
    const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
    if (++cuts > 2) return false;
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from, etag: '"x"' });
    response.write(content.subarray(from, from + 10_000), () => setTimeout(() => response.destroy(), 50));
    return true;
  };
  expect(await buffer(object.read())).toEqual(content);
  expect(ranges).toEqual([
    [undefined, false],
    ['bytes=10000-', true],
    ['bytes=20000-', true],
  ]);
});

test.each<[problem: string, changes: Partial<S3Settings>, bucket: string, message: string]>([
  ['an unknown key', { accessKeyId: 'AKIAOTHER' }, 'backups', 'AWS_ACCESS_KEY_ID is not known there'],
  ['a wrong secret', { secretAccessKey: 'wrong' }, 'backups', 'check AWS_SECRET_ACCESS_KEY'],
  ['no such bucket', {}, 'other', 'bucket "other": there is no such bucket (NoSuchBucket)'],
  [
    'a server that is away',
    { endpoint: 'http://127.0.0.1:2' },
    'backups',
    'http://127.0.0.1:2 does not answer (ECONNREFUSED)',
  ],
])('says what is wrong: %s', async (_problem, changes, bucket, message) => {
  const front = await S3Front.start();
  const failed = upload(objectIn(front, changes, bucket)).catch((error: unknown) => error);
  const error = await failed;
  expect(String(error)).toContain(message);
  expect(String(error)).not.toContain('hunter2');
});

test('a full store fails the upload, and aborting leaves nothing', async () => {
  const front = await S3Front.start();
  front.fault = (request, response) => {
    if (!request.url?.includes('partNumber=3')) return false;
    refuse(response, 507, 'XMinioStorageFull');
    return true;
  };
  const writing = objectIn(front).upload(30_000);
  await expect(pipeline(Readable.from([content]), writing)).rejects.toThrow('(XMinioStorageFull)');
  expect(front.uploads.size).toBe(1);
  await writing.abort();
  expect([front.uploads.size, front.objects.size]).toEqual([0, 0]);
});

test('an upload that fails with status 200 has failed', async () => {
  const front = await S3Front.start();
  front.fault = (request, response) => {
    if (request.method !== 'POST' || !request.url?.includes('uploadId')) return false;
    response.end('<Error><Code>InternalError</Code><Message>try later</Message></Error>');
    return true;
  };
  await expect(upload(objectIn(front))).rejects.toThrow('cannot be completed: try later (InternalError)');
});

test('an upload whose completion was not heard of is complete', async () => {
  const front = await S3Front.start();
  const object = objectIn(front);
  let isLost = false;
  front.fault = (request, response) => {
    if (request.method !== 'POST' || !request.url?.includes('uploadId') || isLost) return false;
    isLost = true;
    // The bucket goes on with it; its answer finds the connection closed.
    response.destroy();
    return false;
  };
  await upload(object);
  expect(isLost).toBe(true);
  expect(await buffer(object.read())).toEqual(content);
});

test('lists all pages, and aborts old uploads below a prefix only', async () => {
  const front = await S3Front.start();
  const client = new S3Client(front.settings, 'backups');
  const modified = new Date(Date.UTC(2026, 0, 1));
  for (const key of ['f/1', 'f/2', 'f/3', 'f/4', 'f/5', 'g/1'])
    front.objects.set(key, { body: Buffer.alloc(7), modified });
  const listed = await listObjects(client, 'f/');
  expect(listed.map(({ key }) => key)).toEqual(['f/1', 'f/2', 'f/3', 'f/4', 'f/5']);
  expect(listed[0]).toEqual({ key: 'f/1', sizeBytes: 7, modifiedMs: modified.getTime() });
  for (const [id, key, begunAt] of [
    ['old', 'f/x', '2026-01-01T00:00:00Z'],
    ['new', 'f/x', '2026-01-03T00:00:00Z'],
    ['other', 'g/x', '2026-01-01T00:00:00Z'],
  ] as const)
    front.uploads.set(id, { key, begunAt, parts: new Map() });
  await abortUploads(client, 'f/', Date.UTC(2026, 0, 2));
  expect([...front.uploads.keys()]).toEqual(['new', 'other']);
});
