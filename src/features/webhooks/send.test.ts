/** Sending a message to receivers, hostile ones among them. Source: docs/reference/webhooks.md ("Attempts"). */
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { AddressPolicy } from '../../core/address-policy.ts';
import { HostNames } from '../../core/host-names.ts';
import { type SendOptions, send } from './send.ts';

const loopback = new AddressPolicy(['127.0.0.0/8'], []);
const signal = new AbortController().signal;

async function listen(server: ReturnType<typeof createTcpServer>): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  return (server.address() as AddressInfo).port;
}

async function receiver(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}/hook?a=1`;
}

function post(url: string, more: Partial<SendOptions> = {}) {
  return send(
    url,
    '{"type":"x"}',
    { 'webhook-id': 'one' },
    'a1',
    { policy: loopback, names: new HostNames(), userAgent: 'Test/1', ...more },
    signal,
  );
}

/** Answers these addresses, one each time it is asked. */
function namesOf(...addresses: readonly string[]): { names: SendOptions['names']; asked: () => number } {
  let asked = 0;
  const names: SendOptions['names'] = {
    lookup: () => (_host, _options, callback) => {
      callback(null, [{ address: addresses[Math.min(asked, addresses.length - 1)] ?? '', family: 4 }]);
      asked += 1;
    },
  };
  return { names, asked: () => asked };
}

test('a message arrives with its fields, and the answer is told on one line', async () => {
  const seen: unknown[] = [];
  const url = await receiver((request, response) => {
    request.setEncoding('utf8').on('data', (body) => {
      const { 'webhook-id': id, 'content-type': type, 'user-agent': agent } = request.headers;
      seen.push([request.method, request.url, id, type, agent, body]);
      response.writeHead(202).end('got it\r\n\u0000thanks');
    });
  });
  expect(await post(url)).toEqual({ status: 202, error: null, response: 'got it thanks' });
  expect(seen).toEqual([['POST', '/hook?a=1', 'one', 'application/json', 'Test/1', '{"type":"x"}']]);
});

test('all but 2xx is a failure, and redirects are not followed', async () => {
  let requests = 0;
  const url = await receiver((request, response) => {
    requests += 1;
    response.writeHead(Number(request.headers['webhook-id']), { location: '/elsewhere' }).end('no');
  });
  const answers = await Promise.all(
    ['307', '404', '410', '500'].map((status) =>
      send(
        url,
        '{}',
        { 'webhook-id': status },
        'a1',
        { policy: loopback, names: new HostNames(), userAgent: '' },
        signal,
      ),
    ),
  );
  expect(answers).toEqual([
    { status: 307, error: 'It answered 307; redirects are not followed', response: 'no' },
    { status: 404, error: 'It answered 404', response: 'no' },
    { status: 410, error: 'It answered 410', response: 'no' },
    { status: 500, error: 'It answered 500', response: 'no' },
  ]);
  expect(requests).toBe(4);
});

test('an answer without end is read up to a limit', async () => {
  const url = await receiver((_request, response) => {
    response.on('error', () => {});
    const write = (): void => {
      while (response.write('x'.repeat(16_384)));
    };
    response.on('drain', write).writeHead(200);
    write();
  });
  const result = await post(url, { timeoutMs: 60_000 });
  expect(result).toEqual({ status: 200, error: null, response: 'x'.repeat(500) });
});

test('an answer that stops in the middle counts by its status, and no answer is a failure', async () => {
  const silent = await receiver(() => {});
  expect(await post(silent, { timeoutMs: 300 })).toEqual({
    status: null,
    error: 'No answer within 0.3 s',
    response: '',
  });
  const slow = await receiver((_request, response) => response.writeHead(200).write('begun'));
  expect(await post(slow, { timeoutMs: 3_000 })).toEqual({ status: 200, error: null, response: 'begun' });
  const dripping = createTcpServer((socket) => socket.write('HTTP/1.1 200 OK\r\nX-A: '));
  expect(await post(`http://127.0.0.1:${await listen(dripping)}`, { timeoutMs: 300 })).toMatchObject({
    status: null,
    error: 'No answer within 0.3 s',
  });
});

test.each([
  ['an endless head', 'HTTP/1.1 200 OK\r\nX-A: ' + 'a'.repeat(100_000), /Header overflow/],
  ['what is no HTTP', 'SSH-2.0-OpenSSH\r\n', /Parse Error/],
  [
    'another protocol',
    'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    /switches protocols/,
  ],
])('%s is a failure', async (_what, bytes, error) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.write(bytes));
  });
  const result = await post(`http://127.0.0.1:${await listen(server)}`);
  expect(result).toMatchObject({ status: null, error: expect.stringMatching(error) });
});

test('a connection that is refused, and a stop, are failures', async () => {
  const server = createTcpServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({
    status: null,
    error: expect.stringContaining('ECONNREFUSED'),
  });
  const stop = new AbortController();
  const url = await receiver(() => stop.abort());
  const stopped = await send(
    url,
    '{}',
    {},
    'a1',
    { policy: loopback, names: new HostNames(), userAgent: '' },
    stop.signal,
  );
  expect(stopped).toMatchObject({ status: null, error: 'The service stopped' });
});

test('a name that resolves to a private address the second time is not connected to', async () => {
  let requests = 0;
  const port = new URL(
    await receiver((_request, response) => {
      requests += 1;
      response.end();
    }),
  ).port;
  const { names, asked } = namesOf('127.0.0.1', '10.0.0.1');
  const options = { names };
  expect(await post(`http://hooks.example.com:${port}/`, options)).toMatchObject({ status: 200 });
  expect(await post(`http://hooks.example.com:${port}/`, options)).toMatchObject({
    status: null,
    error:
      'hooks.example.com resolves to an address that is not public, refused unless NAMEPLATE_UPSTREAM_ALLOW covers it',
  });
  expect([requests, asked()]).toEqual([1, 2]);
});

test.each([
  ['https://127.0.0.1:1/', '127.0.0.1 is a loopback address, refused'],
  ['https://[::1]:1/', '::1 is a loopback address, refused'],
  ['https://[::ffff:169.254.169.254]/', 'a link-local address, refused'],
  ['http://192.0.43.8/', '192.0.43.8 is an address where https is required'],
])('%s is refused where nothing is allowed', async (url, error) => {
  const policy = new AddressPolicy([], []);
  expect(await post(url, { policy })).toMatchObject({ status: null, error: expect.stringContaining(error) });
});

test('certificates are checked', async () => {
  using authority = new TestAuthority();
  const { cert, key } = authority.issue('DNS:localhost');
  const server = createSecureServer({ cert, key }, (_request, response) => response.end('ok'));
  const url = `https://localhost:${await listen(server)}/`;
  expect(await post(url)).toMatchObject({ status: null, error: expect.stringMatching(/certificate/) });
  expect(await post(url, { ca: readFileSync(authority.path, 'utf8') })).toMatchObject({ status: 200 });
});
