/** Request bodies that are huge, cut short, wrongly typed or hostile. Source: docs/reference/api.md ("Bodies"). */
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ComposedService } from '../support/composed-service.ts';
import { tempDir } from '../support/temp-dir.ts';

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const mebibyte = 1024 * 1024;

const dataDir = await tempDir('file');
let service: ComposedService;
let hosts = 0;
beforeAll(async () => {
  service = await ComposedService.start({ dataDir });
});
afterAll(async () => {
  // Whatever was sent before, the service still works.
  const answer = await service.api(service.redirects, {
    form: `source_host=${newHost()}&destination_url=https://a.b`,
  });
  expect(answer.status).toBe(201);
  await service.stop();
});

function newHost(): string {
  hosts += 1;
  return `h${hosts}.example.com`;
}

type Short = { status: number; code: unknown };

async function post(type: string | undefined, body: string | FormData | Buffer): Promise<Short> {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  const answer = await service.api(service.redirects, { headers, body });
  expect(Object.keys(answer.body).length === 2 || answer.status === 201).toBe(true);
  return { status: answer.status, code: answer.body.error_code };
}

/** Sends chunks without a Content-Length, and reads the answer. */
async function postChunked(type: string, chunks: readonly string[]): Promise<Short> {
  const headers = { authorization: `Bearer ${service.token}`, 'content-type': type };
  const outgoing = request(service.apiOrigin + service.redirects, { method: 'POST', headers, agent: false });
  const answer = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    outgoing.on('response', (incoming) => {
      text(incoming).then((body) => resolve({ status: incoming.statusCode ?? 0, body }), reject);
    });
    outgoing.on('error', reject);
    for (const chunk of chunks) outgoing.write(chunk);
    outgoing.end();
  });
  return { status: answer.status, code: JSON.parse(answer.body).error_code };
}

/** Sends bytes and half-closes; answers the status and code of the answer. */
function sendAndEnd(bytes: string): Promise<Short> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(service.env.NAMEPLATE_API_PORT), host: '127.0.0.1' });
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const body = JSON.parse(received.slice(received.indexOf('{')));
      resolve({ status: Number(received.slice(9, 12)), code: body.error_code });
    });
    socket.end(bytes, 'latin1');
  });
}

const head = (fields: string) =>
  `POST ${service.redirects} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.token}\r\nConnection: close\r\n${fields}\r\n`;

test('2 MiB is 413 in every media type, with and without Content-Length', async () => {
  const huge = 'a'.repeat(2 * mebibyte);
  const multipart = new FormData();
  multipart.set('source_host', huge);
  const expected = { status: 413, code: 'payload_too_large' };
  expect(await post(form, `source_host=${huge}`)).toEqual(expected);
  expect(await post(json, `{"source_host":"${huge}"}`)).toEqual(expected);
  expect(await post(undefined, multipart)).toEqual(expected);
  const declared = `Content-Type: ${form}\r\nContent-Length: ${2 * mebibyte}\r\n`;
  expect(await sendAndEnd(head(declared))).toEqual(expected);
});

test('a chunked body of 2 MiB is 413', async () => {
  const chunks = Array.from({ length: 32 }, () => 'a'.repeat(mebibyte / 16));
  expect(await postChunked(form, chunks)).toEqual({ status: 413, code: 'payload_too_large' });
});

test('the rest of a body that is too large is read: its sender gets the answer, and may go on', async () => {
  const socket = connect({ port: Number(service.env.NAMEPLATE_API_PORT), host: '127.0.0.1' });
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  const fields = `Host: x\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: ${form}\r\n`;
  socket.write(`POST ${service.redirects} HTTP/1.1\r\n${fields}Content-Length: ${8 * mebibyte}\r\n\r\n`);
  await expect.poll(() => received).toContain('payload_too_large');
  for (let sent = 0; sent < 8; sent += 1) socket.write('a'.repeat(mebibyte));
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await once(socket, 'close');
  expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

test('a body without end is cut', async () => {
  const socket = connect({ port: Number(service.env.NAMEPLATE_API_PORT), host: '127.0.0.1' });
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  socket.on('error', () => {}); // the cut, while the body is being sent
  socket.write(head(`Content-Type: ${form}\r\nTransfer-Encoding: chunked\r\n`));
  const chunk = `100000\r\n${'a'.repeat(mebibyte)}\r\n`;
  let sent = 0;
  while (!socket.destroyed && sent < 64) {
    sent += 1;
    if (!socket.write(chunk))
      await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => {});
  }
  expect(sent).toBeLessThan(64);
  expect(received).toContain('payload_too_large');
});

test('a chunked body is read like any other', async () => {
  const chunks = ['source_', `host=${newHost()}&destina`, 'tion_url=https%3A%2F%2Fdest.example%2F%C3', '%BC'];
  expect(await postChunked(form, chunks)).toEqual({ status: 201, code: undefined });
});

test('a body that ends before its Content-Length is 400', async () => {
  const body = `source_host=${newHost()}&destination_url=https://dest.example`;
  const fields = `Content-Type: ${form}\r\nContent-Length: ${body.length + 10}\r\n`;
  const answer = await sendAndEnd(head(fields) + body);
  expect(answer.status).toBe(400);
  const host = /h\d+\.example\.com/.exec(body)?.[0];
  const { body: list } = await service.api(`${service.redirects}?source_host=${host}`);
  expect(list.pagination.count).toBe(0);
});

test('a chunked body that ends early, or is malformed, is 400', async () => {
  const fields = `Content-Type: ${form}\r\nTransfer-Encoding: chunked\r\n`;
  expect((await sendAndEnd(`${head(fields)}5\r\nabc`)).status).toBe(400);
  expect((await sendAndEnd(`${head(fields)}zz\r\nabc\r\n0\r\n\r\n`)).status).toBe(400);
});

test('a wrong media type is 415, whatever the body', async () => {
  const expected = { status: 415, code: 'unsupported_media_type' };
  for (const type of ['text/plain', 'application/octet-stream', 'text/html', 'application/json-seq']) {
    expect(await post(type, '{}')).toEqual(expected);
  }
  expect(await post(`${json}; charset=utf-16`, '{}')).toEqual(expected);
  expect(await post(undefined, Buffer.from('source_host=a.example'))).toEqual(expected);
});

test('a compressed body is 415', async () => {
  const headers = { 'content-type': json, 'content-encoding': 'gzip' };
  const answer = await service.api(service.redirects, { headers, body: '{}' });
  expect(answer).toMatchObject({ status: 415, body: { error_code: 'unsupported_media_type' } });
});

test('no body and no Content-Type is a body without attributes', async () => {
  const answer = await service.api(service.redirects, { method: 'POST' });
  expect(answer).toMatchObject({ status: 400, body: { error_code: 'source_host_invalid' } });
});

test('bytes that are not UTF-8 are 400 body_invalid', async () => {
  const expected = { status: 400, code: 'body_invalid' };
  const bad = Buffer.from([0xff, 0xfe, 0xc3, 0x28]);
  expect(await post(form, Buffer.concat([Buffer.from('source_host='), bad]))).toEqual(expected);
  expect(await post(json, Buffer.concat([Buffer.from('{"source_host":"'), bad, Buffer.from('"}')]))).toEqual(
    expected,
  );
  const part = Buffer.from('--b\r\nContent-Disposition: form-data; name="source_host"\r\n\r\n');
  const multipart = Buffer.concat([part, bad, Buffer.from('\r\n--b--\r\n')]);
  expect(await post('multipart/form-data; boundary=b', multipart)).toEqual(expected);
});

test('percent-encoding that is malformed or not UTF-8 is 400 body_invalid', async () => {
  for (const value of ['%', '%zz', '%f', '%ff', '%c3%28', 'a%']) {
    expect(await post(form, `source_host=${value}`)).toEqual({ status: 400, code: 'body_invalid' });
  }
});

test('a name that stands twice is refused in every media type', async () => {
  const multipart = new FormData();
  for (const host of ['a.example', 'b.example']) multipart.append('source_host', host);
  const expected = { status: 400, code: 'source_host_invalid' };
  expect(await post(form, 'source_host=a.example&source_host=b.example')).toEqual(expected);
  const inJson = { status: 400, code: 'body_invalid' };
  expect(await post(json, '{"source_host":"a.example","source_host":"b.example"}')).toEqual(inJson);
  expect(await post(json, String.raw`{"source_host":"a.example","source\u005fhost":"b.example"}`)).toEqual(
    inJson,
  );
  expect(await post(undefined, multipart)).toEqual(expected);
});

test('JSON nested as deep as fits is refused, not crashed on', async () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    for (const depth of [100, 10_000, 150_000]) {
      const deep = `${open.repeat(depth)}1${close.repeat(depth)}`;
      expect((await post(json, `{"source_host":${deep}}`)).code).toBe('source_host_invalid');
      expect(
        (await post(json, `{"active":${deep},"source_host":"${newHost()}","destination_url":"https://a.b"}`))
          .code,
      ).toBe('active_invalid');
      expect((await post(json, deep)).status).toBe(400);
    }
  }
});

test('names of JavaScript objects are attributes like any other', async () => {
  for (const name of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
    const expected = { status: 400, code: 'parameter_unknown' };
    expect(await post(json, `{"${name}":{"active":false}}`)).toEqual(expected);
    expect(await post(form, `${name}=1`)).toEqual(expected);
    const part = `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n--b--\r\n`;
    expect(await post('multipart/form-data; boundary=b', part)).toEqual(expected);
  }
});

test('10,000 fields are refused', async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `f${index}`);
  const expected = { status: 400, code: 'parameter_unknown' };
  expect(await post(form, names.map((name) => `${name}=1`).join('&'))).toEqual(expected);
  expect(await post(json, JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))))).toEqual(
    expected,
  );
  const multipart = new FormData();
  for (const name of names.slice(0, 5_000)) multipart.set(name, '1');
  expect((await post(undefined, multipart)).status).toBe(400);
});

test('a file in a multipart body is refused', async () => {
  const multipart = new FormData();
  multipart.set('source_host', new Blob(['a.example']), 'host.txt');
  expect(await post(undefined, multipart)).toEqual({ status: 400, code: 'body_invalid' });
});

test('a multipart body cut short is refused', async () => {
  const type = 'multipart/form-data; boundary=b';
  const whole = `--b\r\nContent-Disposition: form-data; name="source_host"\r\n\r\na.example\r\n--b--\r\n`;
  for (const length of [3, 30, 60, whole.length - 12]) {
    expect(await post(type, whole.slice(0, length))).toEqual({ status: 400, code: 'body_invalid' });
  }
});
