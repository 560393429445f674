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
  await Promise.all([hosts.find('a.example'), hosts.find('a.example')]);
  expect(hosts.find('a.example')).toBeUndefined();
  clock.time = 5_000;
  await hosts.find('a.example');
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
    expect(hosts.find(host), host).toBeUndefined();
  expect(asked).toEqual([]);
});

test('nothing is asked while the application process is away, and again after a request without an answer', async () => {
  const { hosts, rpc } = hostsOf(async () => Promise.reject(new Error('no answer')));
  rpc.isAway = true;
  expect(hosts.find('a.example')).toBeUndefined();
  rpc.isAway = false;
  await hosts.find('a.example');
  expect(hosts.find('a.example')).toBeDefined();
});

test('of a flood, a thousand hosts a second and as many at once are asked for', async () => {
  const held = new Deferred();
  const slow = hostsOf(async () => {
    await held.promise;
    return nothing;
  });
  const quick = hostsOf();
  for (const { hosts, asked, clock } of [slow, quick]) {
    for (let place = 0; place < 3_000; place++) void hosts.find(`h${place}.example`);
    expect(asked).toHaveLength(1_000);
    await Promise.resolve();
    clock.time = 1_000;
  }
  await vi.waitFor(() => expect(quick.hosts.find('a.example')).toBeDefined());
  expect(slow.hosts.find('a.example')).toBeUndefined();
  held.resolve();
});

test('a request waits for two seconds at most', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { hosts } = hostsOf(() => new Promise(() => {}));
  const ended = vi.fn<() => void>();
  void hosts.findInTime('a.example')?.then(ended);
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
    { kind: 'unknown_host', host: 'new.example' },
    { kind: 'unknown_host', host: 'not.example' },
  ]);
});

test('a handshake ends at once, and the name is asked for', async () => {
  const { requests, decided, shake, seen } = await askingEdge();
  expect(await shake('new.example')).toMatch(/unrecognized name|alert number 112/);
  expect(requests).toEqual([{ kind: 'unknown_host', host: 'new.example' }]);
  expect(seen.outcomes).toEqual(['unknown_name']);
  decided.resolve();
});

test('without the variable nothing is asked', async () => {
  const { requests, statusOf, shake } = await askingEdge(false);
  expect(await statusOf('new.example')).toBe(404);
  expect(await shake('new.example')).toMatch(/unrecognized name|alert number 112/);
  expect(requests).toEqual([]);
});
