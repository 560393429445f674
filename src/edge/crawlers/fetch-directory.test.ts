/** Against real servers, hostile ones among them. Source: docs/reference/bots.md ("Signatures"). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { BotSigner, directoryType, KeyDirectory, keySetOf } from '../../../test/support/bot-signer.ts';
import { AddressPolicy } from '../../core/address-policy.ts';
import { addressRefusedCode } from '../../core/allowed-lookup.ts';
import { HostNames } from '../../core/host-names.ts';
import { timedOutCode, tooLongCode } from '../../core/outgoing-request.ts';
import { type DirectoryFetchOptions, fetchDirectory } from './fetch-directory.ts';

const signer = new BotSigner();
const hourMs = 3_600_000;
const options: DirectoryFetchOptions = {
  policy: new AddressPolicy(['127.0.0.0/8'], []),
  names: new HostNames(),
};

async function start(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const directory = await KeyDirectory.start(answer);
  onTestFinished(() => directory[Symbol.asyncDispose]());
  return directory;
}

function fetchFrom({ origin, authority }: KeyDirectory, further: Partial<DirectoryFetchOptions> = {}) {
  const { signal } = new AbortController();
  return fetchDirectory(origin, { ...options, ca: authority.pem, ...further }, signal);
}

test('keys are read from the well-known place', async () => {
  const directory = await KeyDirectory.of(signer, new BotSigner());
  onTestFinished(() => directory[Symbol.asyncDispose]());
  const found = await fetchFrom(directory);
  expect([found?.keys.size, found?.keys.has(signer.keyId), found?.freshForMs]).toEqual([
    2,
    true,
    24 * hourMs,
  ]);
  expect(directory.requests).toEqual(['GET /.well-known/http-message-signatures-directory']);
});

test.each([
  ['max-age=7200', 2],
  ['public, max-age=86400', 24],
  ['max-age="7200"', 2],
  ['max-age=0', 1],
  ['no-store', 1],
  ['max-age=31536000', 24],
  ['max-age=99999999999999', 24],
  ['x-max-age=7200', 1],
  [undefined, 1],
])('%s: fresh for %d h', async (cacheControl, hours) => {
  const fields = cacheControl === undefined ? {} : { 'cache-control': cacheControl };
  const directory = await start((_request, response) =>
    response.writeHead(200, { 'content-type': directoryType, ...fields }).end(keySetOf(signer)),
  );
  expect((await fetchFrom(directory))?.freshForMs).toBe(hours * hourMs);
});

test.each<[string, (response: ServerResponse, request: IncomingMessage) => void]>([
  ['no directory', (response) => response.writeHead(404).end()],
  [
    'another type',
    (response) => response.setHeader('content-type', 'application/json').end(keySetOf(signer)),
  ],
  ['a redirect', (response, { url }) => response.writeHead(302, { location: `${url}?elsewhere` }).end()],
  ['malformed', (response) => response.setHeader('content-type', directoryType).end('{"keys":')],
])('%s is no directory, and is asked for once', async (_, answer) => {
  const directory = await start((request, response) => answer(response, request));
  expect(await fetchFrom(directory)).toBeUndefined();
  expect(directory.requests).toHaveLength(1);
});

test('100 MB are given up early, as is silence', async () => {
  let sentBytes = 0;
  const directory = await start((_request, response) => {
    response.writeHead(200, { 'content-type': directoryType });
    const chunk = Buffer.alloc(65_536, ' ');
    const send = (): void => {
      while (sentBytes < 100_000_000 && !response.destroyed) {
        sentBytes += chunk.length;
        if (!response.write(chunk)) {
          response.once('drain', send);
          return;
        }
      }
      response.end();
    };
    send();
  });
  await expect(fetchFrom(directory)).rejects.toMatchObject({ code: tooLongCode });
  expect(sentBytes).toBeLessThan(50_000_000);
  const silent = await start(() => {});
  await expect(fetchFrom(silent, { timeoutMs: 100 })).rejects.toMatchObject({ code: timedOutCode });
  const halfSilent = await start((_request, response) => {
    response.writeHead(200, { 'content-type': directoryType }).write('{');
  });
  await expect(fetchFrom(halfSilent, { timeoutMs: 1_000 })).rejects.toMatchObject({ code: timedOutCode });
});

test('private addresses and own ports are refused, and certificates are checked', async () => {
  const directory = await KeyDirectory.of(signer);
  onTestFinished(() => directory[Symbol.asyncDispose]());
  const port = Number(new URL(directory.origin).port);
  for (const policy of [new AddressPolicy([], []), new AddressPolicy(['127.0.0.0/8'], [port])])
    await expect(fetchFrom(directory, { policy })).rejects.toMatchObject({ code: addressRefusedCode });
  await expect(fetchFrom(directory, { ca: undefined })).rejects.toThrow(/certificate/);
  expect(directory.requests).toEqual([]);
});
