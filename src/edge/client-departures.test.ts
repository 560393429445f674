/** Clients that leave in the middle of an exchange: the upstream is left too. Source: docs/reference/edge.md. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import net from 'node:net';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TestAuthority } from '../../test/support/certificates.ts';
import { openHttp2Edge, RawHttp2 } from '../../test/support/http2-client.ts';
import { fieldBlock, flag, requestFields, type, uint32 } from '../../test/support/http2-frames.ts';
import { type SecureEdge, served, shakeHands } from '../../test/support/secure-edge.ts';
import { lacksCommand } from '../../test/support/skips.ts';

const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());
const certificate = served(authority.issue('DNS:d.example'));
const megabyte = Buffer.alloc(1024 * 1024);

/** The upstream's exchanges under way, by path. */
type Held = Map<string, ServerResponse>;

/** Streams events at `/events`, a download without end at `/download`, and takes an upload at `/upload`. */
function upstream(held: Held): RequestListener {
  return (request, answer) => {
    const { url = '' } = request;
    held.set(url, answer);
    answer.on('close', () => held.delete(url));
    if (url === '/events') answer.write('data: 1\n\n');
    const fill = (): void => {
      while (!answer.destroyed && answer.write(megabyte));
    };
    if (url === '/download') {
      answer.on('drain', fill);
      fill();
    }
  };
}

async function openEdge(): Promise<{ edge: SecureEdge; held: Held }> {
  const held: Held = new Map();
  return { edge: await openHttp2Edge(certificate, upstream(held)), held };
}

const exchanges = ['/events', '/download', '/upload'] as const;
const isFreed = async (edge: SecureEdge, held: Held, path: string, connections: number): Promise<void> => {
  await vi.waitFor(() => expect(held.has(path)).toBe(false), { timeout: 50_000 });
  await vi.waitFor(() => expect(edge.listener.openConnections).toBe(connections), { timeout: 50_000 });
};

/** Keeps its receiving side open when it ends the other. */
function transportTo(edge: SecureEdge): net.Socket {
  const transport = net.connect({ port: edge.port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void transport.destroy());
  transport.on('error', () => {});
  return transport;
}

describe.each(exchanges)('a client that leaves %s over HTTP/2', (path) => {
  const departures: [string, number, (client: RawHttp2, transport: net.Socket) => void][] = [
    ['by FIN', 0, (client) => client.socket.end()],
    ['by FIN without closing TLS', 0, (_, transport) => transport.end()],
    ['by RST', 0, (_, transport) => transport.resetAndDestroy()],
    ['by RST_STREAM', 1, (client) => client.frame(type.rstStream, 0, 1, uint32(8))],
    ['by GOAWAY with an error', 0, (client) => client.frame(type.goaway, 0, 0, uint32(0, 2))],
  ];
  it.each(departures)('%s', async (_, connections, leave) => {
    const { edge, held } = await openEdge();
    const transport = transportTo(edge);
    const client = await RawHttp2.open(edge, undefined, { socket: transport });
    const flags = path === '/upload' ? flag.endHeaders : flag.endHeaders | flag.endStream;
    const method = path === '/upload' ? 'POST' : 'GET';
    client.frame(type.headers, flags, 1, fieldBlock(...requestFields(method, path)));
    if (path === '/upload') client.frame(type.data, 0, 1, Buffer.from('begun'));
    await expect.poll(() => held.has(path)).toBe(true);
    if (path !== '/upload') await expect.poll(() => client.content(1)).not.toBe('');
    leave(client, transport);
    await isFreed(edge, held, path, connections);
  });
});

// In clear text: proxy/streams.test.ts.
describe.each(exchanges)('a client that leaves %s over HTTP/1.1 and TLS', (path) => {
  const departures: [string, (client: net.Socket, transport: net.Socket) => void][] = [
    ['by FIN', (client) => client.end()],
    ['by FIN without closing TLS', (_, transport) => transport.end()],
    ['by RST', (_, transport) => transport.resetAndDestroy()],
  ];
  it.each(departures)('%s', async (_, leave) => {
    const { edge, held } = await openEdge();
    const transport = transportTo(edge);
    const client = await shakeHands(edge.port, 'd.example', { socket: transport });
    const [method, field] = path === '/upload' ? ['POST', 'Content-Length: 9\r\n'] : ['GET', ''];
    client.write(`${method} ${path} HTTP/1.1\r\nHost: d.example\r\n${field}\r\n`);
    await expect.poll(() => held.has(path)).toBe(true);
    if (path !== '/upload') await once(client, 'data');
    leave(client, transport);
    await isFreed(edge, held, path, 0);
  });
});

describe.skipIf(lacksCommand('curl', 'curl that is killed'))('curl that is killed', () => {
  it.each(['--http2', '--http1.1'])('leaves nothing behind with %s', async (version) => {
    const { edge, held } = await openEdge();
    const address = `https://d.example:${edge.port}`;
    for (const path of exchanges) {
      const options = ['-sNk', version, '--resolve', `d.example:${edge.port}:127.0.0.1`, '-o', '/dev/null'];
      if (path === '/upload') options.push('-T', '-');
      const curl = spawn('curl', [...options, `${address}${path}`]);
      onTestFinished(() => void curl.kill('SIGKILL'));
      curl.stdin.write('begun');
      await vi.waitFor(() => expect(held.has(path)).toBe(true), { timeout: 50_000 });
      curl.kill('SIGKILL');
      await isFreed(edge, held, path, 0);
    }
  });
});

describe('a client that vanishes', () => {
  it.runIf(process.platform === 'linux')('is looked for by TCP keep-alive, on both ports', async () => {
    const { edge } = await openEdge();
    for (const port of [edge.port, edge.httpPort]) {
      const socket = net.connect({ port, host: '127.0.0.1' });
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      // Of each socket: addresses, state (01: established), queues, timer (02: keep-alive) and hundredths of a second.
      const own = new RegExp(
        `:${port.toString(16).toUpperCase().padStart(4, '0')} \\S+ 01 \\S+ 02:0000(\\S{4}) `,
      );
      await vi.waitFor(async () => {
        const [, left = ''] = own.exec(await readFile('/proc/net/tcp', 'latin1')) ?? [];
        expect(Number.parseInt(left, 16)).toBeGreaterThan(3_000);
        expect(Number.parseInt(left, 16)).toBeLessThanOrEqual(6_000);
      }, 50_000);
    }
  });
});
