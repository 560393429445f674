/** Against real servers, hostile ones among them. Source: OWASP "Server-Side Request Forgery Prevention". */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { AddressPolicy } from './address-policy.ts';
import { addressRefusedCode } from './allowed-lookup.ts';
import { HostNames } from './host-names.ts';
import {
  type OutgoingRequest,
  sendRequest,
  timedOutCode,
  tooLongCode,
  toResponse,
} from './outgoing-request.ts';

const names = new HostNames();
const loopback = { accountUuid: 'a1', policy: new AddressPolicy(['127.0.0.0/8'], []) };
const strict = { accountUuid: 'a1', policy: new AddressPolicy([], []) };

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  return (server.address() as AddressInfo).port;
}

const ask = (url: string, options: Partial<OutgoingRequest> = {}) =>
  sendRequest(new URL(url), { names, chosenBy: loopback, ...options });

test('an answer has its status, fields and body; a redirect is one', async () => {
  const port = await serve((request, response) =>
    response
      .writeHead(302, { location: '/elsewhere', 'set-cookie': ['a=1', 'b=2'] })
      .end(`${request.method}`),
  );
  const response = toResponse(await ask(`http://127.0.0.1:${port}/`, { method: 'PUT', body: 'x' }));
  expect([response.status, await response.text()]).toEqual([302, 'PUT']);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test.each([
  ['http://127.0.0.1:1/', strict],
  ['https://127.0.0.1:1/', strict],
  ['https://localhost:1/', strict],
  ['http://192.0.43.8/', strict],
])('%s is refused where nothing is allowed', async (url, chosenBy) => {
  await expect(ask(url, { chosenBy })).rejects.toMatchObject({ code: addressRefusedCode });
});

test('what the operator configured may be anywhere, and other schemes are none', async () => {
  const port = await serve((_request, response) => response.end('ok'));
  const { body } = await sendRequest(new URL(`http://localhost:${port}/`), { names });
  expect(await text(body)).toBe('ok');
  await expect(ask('ftp://127.0.0.1/')).rejects.toMatchObject({ code: 'ERR_INVALID_PROTOCOL' });
});

test('time, idle time and size are bounded, also while a body arrives', async () => {
  const port = await serve(({ url }, response) => {
    if (url === '/silent') return;
    response.write('x'.repeat(70_000));
    if (url === '/whole') response.end();
  });
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;
  await expect(ask(at('/silent'), { timeoutMs: 50 })).rejects.toMatchObject({ code: timedOutCode });
  await expect(ask(at('/silent'), { idleMs: 50 })).rejects.toMatchObject({ code: timedOutCode });
  const long = await ask(at('/whole'));
  await expect(text(long.body)).rejects.toMatchObject({ code: tooLongCode });
  for (const bound of [{ timeoutMs: 3_000 }, { timeoutMs: Number.POSITIVE_INFINITY, idleMs: 2_000 }]) {
    const slow = await ask(at('/part'), { ...bound, maxBytes: 100_000 });
    await expect(text(slow.body)).rejects.toMatchObject({ code: timedOutCode });
  }
});
