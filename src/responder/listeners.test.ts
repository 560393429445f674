import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { dnsQuery, readAnswer } from '../../test/support/dns-queries.ts';
import { freePort } from '../../test/support/free-port.ts';
import { challengeLabel } from '../core/challenge-label.ts';
import { systemClock } from '../core/clock.ts';
import { DnsListeners, type ListenerOptions } from './listeners.ts';
import { Responder } from './responder.ts';

const zone = 'acme.example.net';
const name = `${challengeLabel('01990000-0000-7000-8000-000000000001', 'shop.example.com')}.${zone}`;
const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function start(texts: readonly string[], tcp: ListenerOptions['tcp'] = {}, host = '127.0.0.1') {
  const responder = new Responder(
    { name: zone, nameServers: ['ns.example.net'], findTexts: async () => texts },
    systemClock,
  );
  const listeners = await DnsListeners.open(responder, { host, port: await freePort(), tcp });
  open.push(() => listeners[Symbol.asyncDispose]());
  return { responder, listeners, port: listeners.port };
}

async function openTcp(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  socket.on('error', () => {});
  open.push(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

function framed(message: Buffer): Buffer {
  return Buffer.concat([Buffer.from([message.length >> 8, message.length & 255]), message]);
}

/** All messages until the other side ends or cuts the connection off. */
async function readAll(socket: Socket): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await Promise.race([once(socket, 'end'), once(socket, 'close')]).catch(() => {});
  const bytes = Buffer.concat(chunks);
  const messages: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 + bytes.readUInt16BE(at);
    messages.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return messages;
}

it('answers a resolver over UDP, and over TCP what is too long for that', async () => {
  const long = Array.from({ length: 6 }, (_, index) => `${index}`.repeat(150));
  for (const texts of [['short'], long]) {
    const { port } = await start(texts);
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    resolver.setServers([`127.0.0.1:${port}`]);
    expect((await resolver.resolveTxt(name)).map((parts) => parts.join(''))).toEqual(texts);
    expect(await resolver.resolveNs(zone)).toEqual(['ns.example.net']);
    await expect(resolver.resolveTxt(`www.${zone}`)).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(resolver.resolveTxt('www.example.com')).rejects.toMatchObject({ code: 'EREFUSED' });
  }
});

it('answers IPv4 clients of a listener for both families', async () => {
  const { port } = await start(['both'], {}, '::');
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  resolver.setServers([`127.0.0.1:${port}`]);
  expect(await resolver.resolveTxt(name)).toEqual([['both']]);
});

it('answers queries that come at once in their order, also after the client has ended its side', async () => {
  const { port } = await start(['text']);
  const socket = await openTcp(port);
  const ids = Array.from({ length: 50 }, (_, index) => index + 1);
  const stream = Buffer.concat(ids.map((id) => framed(dnsQuery(name, 'TXT', { id }))));
  // Cut anywhere, even within a length.
  socket.write(stream.subarray(0, 1));
  socket.end(stream.subarray(1));
  expect((await readAll(socket)).map((message) => readAnswer(message).id)).toEqual(ids);
});

it('ends a connection after its share of queries', async () => {
  const { port } = await start(['text'], { queriesPerConnection: 3 });
  const socket = await openTcp(port);
  for (let id = 1; id <= 5; id++) socket.write(framed(dnsQuery(name, 'TXT', { id })));
  expect(await readAll(socket)).toHaveLength(3);
});

it.each([
  ['an enormous length', Buffer.from([0xff, 0xff, 1, 2, 3])],
  ['a length of 0', Buffer.from([0, 0])],
  ['a response', framed(Buffer.concat([Buffer.from([0, 1, 0x80, 0]), Buffer.alloc(8)]))],
])('cuts off %s at once', async (_case, bytes) => {
  const { port } = await start(['text'], { messageMs: 60_000 });
  const socket = await openTcp(port);
  socket.write(bytes);
  expect(await readAll(socket)).toEqual([]);
});

it.each([
  ['says nothing', Buffer.alloc(0)],
  ['sends half a message', framed(dnsQuery(name, 'TXT')).subarray(0, 20)],
])('cuts off a client that %s', async (_case, bytes) => {
  const { port } = await start(['text'], { messageMs: 50 });
  const socket = await openTcp(port);
  socket.write(bytes);
  expect(await readAll(socket)).toEqual([]);
});

it('makes room for a network when few others hold all places', async () => {
  const { port } = await start(['text'], { connections: 4, connectionsPerNetwork: 2 }, '0.0.0.0');
  // 127.0.0.0/8 has as many networks as are needed.
  const from = async (localAddress: string) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress, allowHalfOpen: true });
    socket.on('error', () => {});
    open.push(() => socket.destroy());
    await once(socket, 'connect');
    return socket;
  };
  const held: Socket[] = [];
  for (const address of ['127.0.1.1', '127.0.1.2', '127.0.2.1', '127.0.2.2']) held.push(await from(address));
  const oldest = held[0] && once(held[0].resume(), 'end');
  const honest = await from('127.0.3.1');
  await oldest;
  honest.end(framed(dnsQuery(name, 'TXT')));
  expect((await readAll(honest)).map((message) => readAnswer(message).answers?.length)).toEqual([1]);
  expect(held.slice(1).every((socket) => !socket.readableEnded && !socket.closed)).toBe(true);
});

it('takes no more connections than it is to', async () => {
  const { port } = await start(['text'], { connectionsPerNetwork: 2 });
  const first = await openTcp(port);
  await openTcp(port);
  const third = await openTcp(port);
  expect(await readAll(third)).toEqual([]);
  first.write(framed(dnsQuery(name, 'TXT')));
  const [answer] = await once(first, 'data');
  expect(readAnswer(answer.subarray(2)).answers).toHaveLength(1);
  // The place of one that has gone is free again.
  const gone = once(first, 'close');
  first.destroy();
  await gone;
  await expect
    .poll(async () => {
      const next = await openTcp(port);
      next.end(framed(dnsQuery(name, 'TXT')));
      return (await readAll(next)).length;
    })
    .toBe(1);
});

it('answers what it has read before it closes', async () => {
  const store = new EventEmitter();
  const findTexts = async () => {
    store.emit('asked');
    await once(store, 'found');
    return ['text'];
  };
  const responder = new Responder({ name: zone, nameServers: [], findTexts }, systemClock);
  const listeners = await DnsListeners.open(responder, { host: '127.0.0.1', port: await freePort() });
  const socket = createSocket('udp4');
  open.push(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  const answer = once(socket, 'message');
  const asked = once(store, 'asked');
  socket.send(dnsQuery(name, 'TXT'), listeners.port, '127.0.0.1');
  await asked;
  const closed = listeners[Symbol.asyncDispose]();
  store.emit('found');
  expect(readAnswer((await answer)[0]).answers).toHaveLength(1);
  await closed;
});

it('survives hostile datagrams', async () => {
  const { port, responder } = await start(['text']);
  const socket = createSocket('udp4');
  open.push(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  for (const bytes of ['', 'x', '\0'.repeat(12), 'y'.repeat(9_000)]) socket.send(bytes, port, '127.0.0.1');
  socket.send(dnsQuery(name, 'TXT'), port, '127.0.0.1');
  await expect.poll(() => responder.counts.answered).toBe(1);
});

it('says why it cannot listen, and leaves nothing open', async () => {
  const { port } = await start(['text']);
  const responder = new Responder({ name: zone, nameServers: [], findTexts: async () => [] }, systemClock);
  await expect(DnsListeners.open(responder, { host: '127.0.0.1', port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});
