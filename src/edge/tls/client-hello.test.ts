import { once } from 'node:events';
import net from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { readClientHello } from './client-hello.ts';

/** What a client of Node sends first. */
async function helloOf(options: ConnectionOptions): Promise<Buffer> {
  const server = net.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const client = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
  client.on('error', () => {});
  const [socket] = await once(server, 'connection');
  const [hello] = await once(socket, 'data');
  client.destroy();
  socket.destroy();
  server.close();
  return hello;
}

let hello = Buffer.alloc(0);
beforeAll(async () => {
  hello = Buffer.from(await helloOf({ servername: 'Shop.Example', ALPNProtocols: ['h2', 'http/1.1'] }));
});

/** The same message in so many records. */
function inRecords(count: number): Buffer {
  const message = hello.subarray(5);
  const cut = (index: number): number => Math.floor((index * message.length) / count);
  const records = Array.from({ length: count }, (_, index) => {
    const fragment = message.subarray(cut(index), cut(index + 1));
    return [Buffer.of(22, 3, 1, fragment.length >> 8, fragment.length & 0xff), fragment];
  });
  return Buffer.concat(records.flat());
}

describe('the first message of a client', () => {
  it('says whom it wants, and how', () => {
    expect(readClientHello(hello)).toEqual({
      serverName: 'shop.example',
      alpn: ['h2', 'http/1.1'],
      ticketKeyNames: [],
    });
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('may name nobody (%s)', async (maxVersion) => {
    const nameless = await helloOf({ maxVersion, servername: '' });
    expect(readClientHello(nameless)).toEqual({ serverName: '', alpn: [], ticketKeyNames: [] });
  });

  it('is incomplete until its last byte, however it is cut', () => {
    for (let length = 0; length < hello.length; length++) {
      expect(readClientHello(hello.subarray(0, length))).toBe('incomplete');
    }
    expect(readClientHello(Buffer.concat([hello, Buffer.from('more')]))).toMatchObject({
      serverName: 'shop.example',
    });
  });

  it('may come in up to 64 records', () => {
    const whole = readClientHello(hello);
    for (const count of [1, 2, 9, 64]) expect(readClientHello(inRecords(count))).toEqual(whole);
    expect(readClientHello(inRecords(65))).toBe('malformed');
  });

  it.each([
    ['a name with a NUL', 'shop\0example'],
    ['a name with a space', 'shop example'],
    ['an address', '..........'],
  ])('is malformed with %s', (_, name) => {
    const broken = Buffer.from(hello);
    const at = broken.indexOf('Shop.Example');
    broken.write(name.padEnd('Shop.Example'.length, '.').slice(0, 'Shop.Example'.length), at, 'latin1');
    expect(readClientHello(broken)).toBe('malformed');
  });

  it('is no TLS at all when it is something else', () => {
    expect(readClientHello(Buffer.from('GET / HTTP/1.1\r\n'))).toBe('not_tls');
    expect(readClientHello(Buffer.of(0x80, 0x2e, 1, 3, 1))).toBe('not_tls');
  });

  it('never throws, whatever its bytes are', () => {
    const kinds = new Set(['incomplete', 'not_tls', 'malformed']);
    const judge = (bytes: Buffer) => {
      const outcome = readClientHello(bytes);
      return typeof outcome === 'object' || kinds.has(outcome);
    };
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => judge(Buffer.from(bytes))));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 }), (changes) => {
        const changed = Buffer.from(hello);
        for (const [at, value] of changes) changed[at % changed.length] = value;
        return judge(changed);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
