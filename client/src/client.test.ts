/** How the client asks, reads and tries again, against a server that answers what it is told. Source: docs/reference/client.md. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type ClientOptions, createClient, type NameplateClient, NameplateError } from './index.ts';

type Answer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
};
type Asked = { readonly line: string; readonly headers: http.IncomingHttpHeaders; readonly body: string };

const account = '019a0000-0000-7000-8000-000000000001';
const away: Answer = {
  status: 503,
  headers: { 'retry-after': '0' },
  json: { error: 'away', error_code: 'unavailable' },
};

/** Answers the requests in the order of `answers`; one more closes its connection. */
async function setUp(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const asked: Asked[] = [];
  const left = [...answers];
  const server = http.createServer((request, response) => {
    void reply(request, response);
  });
  const reply = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const body = await text(request);
    asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    const answer = left.shift();
    if (!answer) return void request.socket.destroy();
    response.writeHead(answer.status ?? 200, { 'x-request-id': 'id-1', ...answer.headers });
    response.end(answer.text ?? JSON.stringify(answer.json ?? {}));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = createClient({ url, token: 'np_token', ...options });
  return { asked, client, url };
}

async function failureOf(promise: Promise<unknown>): Promise<NameplateError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof NameplateError)) throw new Error(`not a NameplateError: ${String(error)}`);
  return error;
}

test('parameters go into the path or the query, a body is JSON, the token a field', async () => {
  const { asked, client } = await setUp([{ json: { uuid: 'r' }, status: 201 }, { json: { data: [] } }]);
  const body = { source_host: 'a.example', destination_url: 'https://b.example' };
  expect(await client.createRedirect({ account_uuid: account, body })).toEqual({ uuid: 'r' });
  await client.listHostRequests({
    account_uuid: account,
    host: 'a/b?c',
    per_page: 5,
    filters: '[["is","x",["&"]]]',
  });
  expect(asked).toMatchObject([
    { line: `POST /api/v1/accounts/${account}/redirects`, body: JSON.stringify(body) },
    {
      line: `GET /api/v1/accounts/${account}/hosts/a%2Fb%3Fc/requests?per_page=5&filters=%5B%5B%22is%22%2C%22x%22%2C%5B%22%26%22%5D%5D%5D`,
    },
  ]);
  expect(asked[0]?.headers).toMatchObject({
    authorization: 'Bearer np_token',
    'content-type': 'application/json',
  });
  expect(asked[1]?.headers).not.toHaveProperty('content-type');
});

test('an address with a path is one that a proxy has put before the API', async () => {
  const { asked, url } = await setUp([{}]);
  await createClient({ url: `${url}/nameplate/`, token: 't' }).listAccounts();
  expect(asked[0]?.line).toBe('GET /nameplate/api/v1/accounts');
});

test.each([undefined, '', '.', '..', {}])(
  'the parameter %j of a path is refused before anything is sent',
  async (host) => {
    const { asked, client } = await setUp([]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what programs without types do
    const request = { account_uuid: account, host } as { account_uuid: string; host: string };
    await expect(client.getHostRules(request)).rejects.toThrow('getHostRules needs "host"');
    expect(asked).toEqual([]);
  },
);

test('a refusal has the code, the sentence, the status and the request id', async () => {
  const { client } = await setUp([
    { status: 400, json: { error: '`host` is "x"', error_code: 'host_invalid' } },
  ]);
  expect(await failureOf(client.listAccounts())).toMatchObject({
    message: '`host` is "x"',
    code: 'host_invalid',
    status: 400,
    requestId: 'id-1',
    retryAfter: undefined,
  });
});

test.each([
  ['a page of a proxy', { status: 502, text: '<html>' }, 502],
  ['an error of something else', { status: 404, json: { message: 'no' } }, 404],
  ['an answer that is not JSON', { status: 200, text: 'ok' }, 200],
])('%s is answer_invalid', async (_, answer, status) => {
  const { client, url } = await setUp([answer]);
  const error = await failureOf(client.listAccounts());
  expect(error).toMatchObject({ code: 'answer_invalid', status });
  expect(error.message).toContain(url);
});

test('what is limited or away for the moment is asked again', async () => {
  const limited = { ...away, status: 429, json: { error: 'slow down', error_code: 'rate_limited' } };
  const { asked, client } = await setUp([limited, away, { json: [{ uuid: account }] }]);
  expect(await client.listAccounts()).toEqual([{ uuid: account }]);
  expect(asked).toHaveLength(3);
});

test.each([
  ['after too many tries', [away, away], { retries: 1 }, 2, 'unavailable'],
  [
    'when it would have to wait too long',
    [{ ...away, headers: { 'retry-after': '61' } }],
    {},
    1,
    'unavailable',
  ],
  [
    'when it would cost as much again',
    [{ ...away, json: { error: 'too much', error_code: 'query_too_expensive' } }],
    {},
    1,
    'query_too_expensive',
  ],
])('it is given up %s', async (_, answers, options, count, code) => {
  const { asked, client } = await setUp(answers, options);
  expect(await failureOf(client.listAccounts())).toMatchObject({ code });
  expect(asked).toHaveLength(count);
});

test('a date in Retry-After is read', async () => {
  const headers = { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() };
  const { client } = await setUp([{ ...away, headers }]);
  const { retryAfter } = await failureOf(client.listAccounts());
  expect(retryAfter).toBeGreaterThan(3500);
  expect(retryAfter).toBeLessThan(3700);
});

test('a request without an answer is sent again, one that creates with the same key', async () => {
  const reading = await setUp([], { retries: 1 });
  expect(await failureOf(reading.client.listAccounts())).toMatchObject({ code: 'unreachable', status: 0 });
  expect(reading.asked).toHaveLength(2);
  const creating = await setUp([], { retries: 1 });
  const body = { source_host: 'a.example', destination_url: 'https://b.example' };
  expect(await failureOf(creating.client.createRedirect({ account_uuid: account, body }))).toMatchObject({
    code: 'unreachable',
  });
  expect(creating.asked).toHaveLength(2);
  const [first, second] = creating.asked.map(({ headers }) => headers['idempotency-key']);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(second).toBe(first);
  expect(reading.asked[0]?.headers).not.toHaveProperty('idempotency-key');
});

test('an idempotency key that is given is sent', async () => {
  const { asked, client } = await setUp([{ status: 201 }]);
  const body = { source_host: 'a.example', destination_url: 'https://b.example' };
  await client.createRedirect({ account_uuid: account, body, headers: { 'Idempotency-Key': 'mine' } });
  expect(asked[0]?.headers['idempotency-key']).toBe('mine');
});

test('a signal ends the wait for another try', async () => {
  const { client } = await setUp([{ ...away, headers: { 'retry-after': '50' } }]);
  const signal = AbortSignal.timeout(50);
  await expect(client.listAccounts({ signal })).rejects.toThrow(/timeout/);
});

async function itemsOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test.each<[string, readonly Answer[], (client: NameplateClient) => AsyncIterable<unknown>, string[]]>([
  [
    'numbered pages',
    [
      {
        json: { data: [1, 2], pagination: { page: 1, count: 3 } },
        headers: { link: '</x?page=1>; rel="first", </x?page=3&per_page=9>; rel="next"' },
      },
      {
        json: { data: [3], pagination: { page: 3, count: 3 } },
        headers: { link: '</x?page=1>; rel="prev"' },
      },
    ],
    (client) => client.each.listRedirects({ account_uuid: account, page: 2 }),
    ['redirects?per_page=1000&page=2', 'redirects?per_page=1000&page=3'],
  ],
  [
    'records',
    [{ json: { records: [1, 2, 3], pagination: { page: 1, count: 3 } } }],
    (client) => client.each.listUpstreams({ account_uuid: account, per_page: 5 }),
    ['upstreams?per_page=5&cursor='],
  ],
  [
    'cursors',
    [
      {
        json: { data: [1, 2], pagination: { page: 1, count: 3 } },
        headers: { link: '</x?cursor=&per_page=9>; rel="first", </x?cursor=c>; rel="next"' },
      },
      { json: { data: [3], pagination: { next: null } } },
    ],
    (client) => client.each.listHostRequests({ account_uuid: account, host: 'a.example' }),
    ['hosts/a.example/requests?per_page=1000&cursor=', 'hosts/a.example/requests?per_page=1000&cursor=c'],
  ],
])('a list is read to its end: %s', async (_, answers, list, lines) => {
  const { asked, client } = await setUp(answers);
  expect(await itemsOf(list(client))).toEqual([1, 2, 3]);
  expect(asked.map(({ line }) => line)).toEqual(
    lines.map((line) => `GET /api/v1/accounts/${account}/${line}`),
  );
});

test('pages are only read as they are needed', async () => {
  const page = { data: [1, 2], pagination: { page: 1, count: 9 } };
  const { asked, client } = await setUp([{ json: page, headers: { link: '</x?page=2>; rel="next"' } }]);
  for await (const item of client.each.listRedirects({ account_uuid: account })) {
    expect(item).toBe(1);
    break;
  }
  expect(asked).toHaveLength(1);
});
