/** Source: docs/reference/ask.md ("Visitors meanwhile"). */
import { once } from 'node:events';
import { get } from 'node:http';
import tls from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { edgeOptions, openEdge, plainRule } from '../../test/support/composed-edge.ts';
import { Deferred } from '../core/deferred.ts';
import { nothing, type RpcRequest, type RpcResponse } from './rpc.ts';
import { UnknownHosts } from './unknown-hosts.ts';

function hostsOf(answer: () => Promise<RpcResponse> = async () => nothing) {
  const clock = { time: 0 };
  const asked: string[] = [];
  const rpc = {
    isAway: false,
    call: (request: RpcRequest) => {
      asked.push(request.host);
      return answer();
    },
  };
  const hosts = new UnknownHosts(rpc, 'edge.example.net', () => clock.time);
  return { hosts, rpc, asked, clock };
}

test('a host is asked for once at a time, and left alone for five seconds when it is decided', async () => {
  const { hosts, asked, clock } = hostsOf();
  await Promise.all([hosts.find('a.example', '203.0.113.7'), hosts.find('a.example', '203.0.113.7')]);
  expect(hosts.find('a.example', '203.0.113.7')).toBeUndefined();
  clock.time = 5_000;
  await hosts.find('a.example', '203.0.113.7');
  expect(asked).toEqual(['a.example', 'a.example']);
});

test('addresses, the edge’s own name and what is no name are refused at once', () => {
  const { hosts, asked } = hostsOf();
  for (const host of [
    '192.0.2.1',
    '2001:db8::1',
    '[::1]',
    'edge.example.net',
    'localhost',
    '',
    'a_b.example',
    'A.example',
  ])
    expect(hosts.find(host, '203.0.113.7'), host).toBeUndefined();
  expect(asked).toEqual([]);
});

test('nothing is asked while the application process is away, and again after a request without an answer', async () => {
  const { hosts, rpc } = hostsOf(async () => Promise.reject(new Error('no answer')));
  rpc.isAway = true;
  expect(hosts.find('a.example', '203.0.113.7')).toBeUndefined();
  rpc.isAway = false;
  await hosts.find('a.example', '203.0.113.7');
  expect(hosts.find('a.example', '203.0.113.7')).toBeDefined();
});

test('of a flood, a thousand hosts a second are asked for, and two thousand at once', async () => {
  const held = new Deferred();
  const { hosts, asked, clock } = hostsOf(async () => {
    await held.promise;
    return nothing;
  });
  for (const expected of [1_000, 2_000, 2_000]) {
    for (let place = 0; place < 3_000; place++)
      void hosts.find(`h${clock.time}-${place}.example`, `198.51.${place % 30}.7`);
    expect(asked).toHaveLength(expected);
    clock.time += 1_000;
  }
  held.resolve();
  await vi.waitFor(() => expect(hosts.find('a.example', '203.0.113.7')).toBeDefined());
});

test('of a flood from few networks, half of a second is left to others', async () => {
  const { hosts, asked, clock } = hostsOf();
  for (let place = 0; place < 3_000; place++)
    void hosts.find(`h${place}.example`, `2001:db8:${place % 4}:${place.toString(16)}::7`);
  expect(asked).toHaveLength(500);
  expect(hosts.find('shop.customer.com', '203.0.113.7')).toBeDefined();
  clock.time = 1_000;
  expect(hosts.find('another.example', '2001:db8:1::7')).toBeDefined();
});

test('a request waits for two seconds at most', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { hosts } = hostsOf(() => new Promise(() => {}));
  const ended = vi.fn<() => void>();
  void hosts.findInTime('a.example', '203.0.113.7')?.then(ended);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
});

/** An edge whose application process answers a name with a redirect, once it is let. */
async function askingEdge(asksOfUnknownHosts = true) {
  const requests: RpcRequest[] = [];
  const decided = new Deferred();
  const { edge, seen } = await openEdge(
    {
      options: edgeOptions({ asksOfUnknownHosts, httpsPort: 0 }),
      rules: { 'a.example': {} },
      onRequest: async (request) => {
        requests.push(request);
        if (request.kind !== 'unknown_host') return nothing;
        await decided.promise;
        const hosts =
          request.host === 'new.example' ? [{ host: request.host, redirect: plainRule, domain: null }] : [];
        await edge.apply({
          fromRevision: edge.table.revision,
          toRevision: edge.table.revision + 1,
          mark: '',
          hosts,
        });
        return nothing;
      },
    },
    onTestFinished,
  );
  const { http, https } = edge;
  if (!http || !https) throw new Error('the edge does not listen');
  const statusOf = async (host: string): Promise<number> => {
    const request = get({ host: '127.0.0.1', port: http.port, headers: { host }, agent: false });
    const [answer] = await once(request, 'response');
    answer.resume();
    return answer.statusCode;
  };
  const shake = async (servername: string): Promise<string> => {
    const socket = tls.connect({
      host: '127.0.0.1',
      port: https.port,
      servername,
      rejectUnauthorized: false,
    });
    const [error] = await once(socket, 'error');
    return error.message;
  };
  return { requests, decided, statusOf, shake, seen };
}

test('over HTTP, requests wait for the decision and are served by it', async () => {
  const { requests, decided, statusOf, seen } = await askingEdge();
  expect(await statusOf('a.example')).toBe(301);
  const waiting = ['new.example', 'new.example', 'not.example'].map(statusOf);
  await expect.poll(() => requests).toHaveLength(2);
  expect(seen.records).toHaveLength(1);
  decided.resolve();
  expect(await Promise.all(waiting)).toEqual([301, 301, 404]);
  expect(await statusOf('not.example')).toBe(404);
  expect(requests).toEqual([
    { kind: 'unknown_host', host: 'new.example', network: '127.0.0.0' },
    { kind: 'unknown_host', host: 'not.example', network: '127.0.0.0' },
  ]);
});

test('a handshake ends at once, and the name is asked for', async () => {
  const { requests, decided, shake, seen } = await askingEdge();
  expect(await shake('new.example')).toMatch(/unrecognized name|alert number 112/);
  expect(requests).toEqual([{ kind: 'unknown_host', host: 'new.example', network: '127.0.0.0' }]);
  expect(seen.outcomes).toEqual(['unknown_name']);
  decided.resolve();
});

test('without the variable nothing is asked', async () => {
  const { requests, statusOf, shake } = await askingEdge(false);
  expect(await statusOf('new.example')).toBe(404);
  expect(await shake('new.example')).toMatch(/unrecognized name|alert number 112/);
  expect(requests).toEqual([]);
});
