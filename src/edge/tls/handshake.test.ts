import { execFile } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { RawClient, talk } from '../../../test/support/raw-http.ts';
import {
  defaultHost,
  get,
  openSecureEdge,
  served,
  shakeHands,
  talkOver,
} from '../../../test/support/secure-edge.ts';
import { lacksCommand } from '../../../test/support/skips.ts';
import { postQuantumGroup } from './tls-options.ts';

const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());
const one = served(authority.issue('DNS:a.example'));
const rsa = served(authority.issue('DNS:a.example', 'valid', 'rsa'));
const unrecognisedName = Buffer.from([21, 3, 3, 0, 2, 2, 112]).toString('latin1');
const run = promisify(execFile);

const aExample = { rules: { 'a.example': {} }, certificates: { 'a.example': [one] } };

describe('a handshake', () => {
  it('shows the certificate of the host, and requests are answered over it', async () => {
    const edge = await openSecureEdge(aExample);
    const socket = await shakeHands(edge.port, 'a.example');
    expect(socket.getPeerX509Certificate()?.fingerprint256).toBe(one.fingerprint);
    const answer = await talkOver(socket, get('a.example', '/x?y=1'));
    expect(answer).toMatch(/^HTTP\/1\.1 301 .*\r\nLocation: https:\/\/dest\.example\/x\?y=1\r\n/s);
    expect(edge.outcomes).toEqual(['full']);
    expect(edge.records).toMatchObject([{ status: 301, scheme: 'https' }]);
  });

  it('takes the name whatever its case, and with a final dot', async () => {
    const edge = await openSecureEdge(aExample);
    for (const name of ['A.EXAMPLE', 'a.example.']) {
      expect((await shakeHands(edge.port, name)).authorizationError).toBeTruthy();
    }
    await expect.poll(() => edge.outcomes).toEqual(['full', 'full']);
  });

  it('refuses unknown names with unrecognized_name, asking nobody', async () => {
    const edge = await openSecureEdge(aExample);
    for (let i = 0; i < 3; i++) {
      await expect(shakeHands(edge.port, `no${i}.example`)).rejects.toThrow(
        /unrecognized name|alert number 112/,
      );
    }
    expect(edge.outcomes).toEqual(['unknown_name', 'unknown_name', 'unknown_name']);
    expect(edge.requests).toEqual([]);
  });

  it('refuses a served host without a certificate alike, asks once, and tells who orders certificates', async () => {
    const edge = await openSecureEdge({ rules: { 'a.example': {} } });
    for (let i = 0; i < 3; i++)
      await expect(shakeHands(edge.port, 'a.example')).rejects.toThrow(/unrecognized name|alert number 112/);
    expect(edge.outcomes).toEqual(['no_certificate', 'no_certificate', 'no_certificate']);
    expect(edge.requests).toEqual([{ kind: 'certificates', host: 'a.example' }]);
    expect(edge.missing).toEqual(['a.example']);
  });

  it('shows a certificate that it has signed itself where it may', async () => {
    const edge = await openSecureEdge({ rules: { 'a.example': {} }, selfSigned: true });
    const socket = await shakeHands(edge.port, 'a.example', { minVersion: 'TLSv1.3' });
    const certificate = socket.getPeerX509Certificate();
    expect(certificate?.checkHost('a.example')).toBe('a.example');
    expect(certificate?.verify(certificate.publicKey)).toBe(true);
    expect(await talkOver(socket, get('a.example'))).toContain('301');
  });

  it('shows clients that name nobody the certificate of the default host, and serves no other host over it', async () => {
    const edge = await openSecureEdge(aExample);
    const socket = await shakeHands(edge.port, '');
    expect(socket.getPeerX509Certificate()?.checkHost(defaultHost)).toBe(defaultHost);
    expect(await talkOver(socket, get('a.example'))).toMatch(/^HTTP\/1\.1 421 /);
    expect(await talkOver(await shakeHands(edge.port, ''), get(defaultHost))).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('shows them the one that was issued for it, which is asked for as long as there is none', async () => {
    const edge = await openSecureEdge(aExample);
    await shakeHands(edge.port, '');
    expect(edge.missing).toEqual([defaultHost]);
    const issued = served(authority.issue(`DNS:${defaultHost}`), '');
    edge.certificates.set(defaultHost, [issued]);
    edge.plane.changed({
      hosts: [],
      certificateNames: [defaultHost],
      fromRevision: 1,
      toRevision: 2,
      mark: '',
    });
    for (const name of ['', defaultHost]) {
      const socket = await shakeHands(edge.port, name);
      expect(socket.getPeerX509Certificate()?.fingerprint256).toBe(issued.fingerprint);
    }
    expect(edge.missing).toHaveLength(1);
    expect(await talkOver(await shakeHands(edge.port, ''), get('a.example'))).toMatch(/^HTTP\/1\.1 421 /);
  });

  it('shows an RSA certificate to clients that know no other', async () => {
    const edge = await openSecureEdge({ ...aExample, certificates: { 'a.example': [one, rsa] } });
    const tls12 = { maxVersion: 'TLSv1.2' } as const;
    const old = await shakeHands(edge.port, 'a.example', {
      ...tls12,
      ciphers: 'ECDHE-RSA-AES128-GCM-SHA256',
    });
    expect(old.getPeerX509Certificate()?.fingerprint256).toBe(rsa.fingerprint);
    const newer = await shakeHands(edge.port, 'a.example', tls12);
    expect(newer.getPeerX509Certificate()?.fingerprint256).toBe(one.fingerprint);
  });

  it('asks once for many who come at the same time', async () => {
    const edge = await openSecureEdge(aExample);
    edge.store.delayMs = 50;
    await Promise.all(Array.from({ length: 10 }, () => shakeHands(edge.port, 'a.example')));
    expect(edge.requests).toHaveLength(1);
  });

  it('fails with internal_error while the store is away, and recovers', async () => {
    const edge = await openSecureEdge(aExample);
    edge.store.fails = true;
    await expect(shakeHands(edge.port, 'a.example')).rejects.toThrow(/internal error|alert number 80/);
    edge.store.fails = false;
    await shakeHands(edge.port, 'a.example');
    await expect.poll(() => edge.outcomes).toEqual(['lookup_failed', 'full']);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('speaks %s', async (version) => {
    const edge = await openSecureEdge(aExample);
    const socket = await shakeHands(edge.port, 'a.example', { minVersion: version, maxVersion: version });
    expect(socket.getProtocol()).toBe(version);
  });

  it('refuses TLS 1.1, ciphers without forward secrecy, and protocols it does not speak', async () => {
    const edge = await openSecureEdge({ ...aExample, certificates: { 'a.example': [rsa] } });
    const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(shakeHands(edge.port, 'a.example', old)).rejects.toThrow(/protocol version|alert number 70/);
    for (const ciphers of ['AES128-GCM-SHA256', 'ECDHE-RSA-AES128-SHA256', 'DHE-RSA-AES128-GCM-SHA256'])
      await expect(shakeHands(edge.port, 'a.example', { maxVersion: 'TLSv1.2', ciphers })).rejects.toThrow(
        /handshake failure/,
      );
    await expect(shakeHands(edge.port, 'a.example', { ALPNProtocols: ['smtp'] })).rejects.toThrow(
      /no application protocol/,
    );
    await expect.poll(() => edge.outcomes).toEqual(Array(5).fill('failed'));
  });

  it('lets a client with hardware for it have AES, and one without ChaCha20', async () => {
    const edge = await openSecureEdge(aExample);
    const names = ['TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'];
    for (const ciphers of [names, names.toReversed()]) {
      const socket = await shakeHands(edge.port, 'a.example', { ciphers: ciphers.join(':') });
      expect(socket.getCipher().name).toBe(ciphers[0]);
    }
  });

  it('exchanges keys by the post-quantum group first, and by others with clients that do not know it', async () => {
    const edge = await openSecureEdge(aExample);
    const nameWith = async (ecdhCurve: string) => {
      const socket = await shakeHands(edge.port, 'a.example', { ecdhCurve });
      // Node 22 has no name for a post-quantum group.
      return (
        Object.fromEntries(Object.entries(socket.getEphemeralKeyInfo() ?? {}))['name'] ?? postQuantumGroup
      );
    };
    // It succeeds with nothing else to offer.
    expect(await nameWith(postQuantumGroup)).toBe(postQuantumGroup);
    // `*`: the client sends a share of this group.
    expect(await nameWith(`*X25519:*${postQuantumGroup}`)).toBe(postQuantumGroup);
    expect(await nameWith('X25519:P-256')).toBe('X25519');
    expect(await nameWith('P-256')).toBe('prime256v1');
    // One share is enough: another round trip would cost more than it gives.
    expect(await nameWith(`*X25519:${postQuantumGroup}`)).toBe('X25519');
  });

  it.skipIf(lacksCommand('openssl', 'renegotiation'))('refuses renegotiation', async () => {
    const edge = await openSecureEdge(aExample);
    const args = ['s_client', '-connect', `127.0.0.1:${edge.port}`, '-servername', 'a.example', '-tls1_2'];
    const session = run('openssl', args);
    // It may have ended by itself when it is told to.
    session.child.stdin?.on('error', () => {});
    session.child.stdin?.write('R\n');
    for (const output of [session.child.stdout, session.child.stderr])
      output?.on('data', (text) => {
        if (String(text).includes('no renegotiation')) session.child.stdin?.end('Q\n');
      });
    const { stdout, stderr } = await session.catch((error: { stdout: string; stderr: string }) => error);
    expect(stdout + stderr).toMatch(/no renegotiation/);
  });

  it('is given 10 s, in whatever state it hangs', async () => {
    const edge = await openSecureEdge(aExample);
    const begun = performance.now();
    const silent = net.connect(edge.port, '127.0.0.1');
    const half = new RawClient(edge.port).send('\x16\x03\x01\x02\x00\x01');
    await Promise.all([once(silent, 'close'), half.closed]);
    expect(performance.now() - begun).toBeGreaterThan(9_900);
    expect(performance.now() - begun).toBeLessThan(25_000);
    expect(edge.outcomes).toEqual(['timeout', 'timeout']);
  });
});

describe('on the port of TLS', () => {
  it('clear text is told to use https://', async () => {
    const edge = await openSecureEdge(aExample);
    const answer = await talk(edge.port, get('a.example'));
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('https://');
    expect(edge.outcomes).toEqual(['not_tls']);
  });

  it.each([
    ['binary noise', '\x00\x01\x02\x03'],
    ['SSL 2', '\x80\x2e\x01\x00\x02'],
    ['an endless record', `\x16\x03\x01\xff\xff${'x'.repeat(100)}`],
    ['a handshake that is no hello', '\x16\x03\x01\x00\x05\x02\x00\x00\x01\x00'],
    ['a hello without content', '\x16\x03\x01\x00\x04\x01\x00\x00\x00'],
  ])('%s is cut off', async (_, bytes) => {
    const edge = await openSecureEdge(aExample);
    const answer = await talk(edge.port, bytes);
    expect(['', Buffer.from([21, 3, 3, 0, 2, 2, 50]).toString('latin1')]).toContain(answer);
    expect(edge.outcomes).toHaveLength(1);
    await shakeHands(edge.port, 'a.example');
  });

  it('a client that goes away leaves nothing behind', async () => {
    const edge = await openSecureEdge(aExample);
    const client = new RawClient(edge.port).send('\x16\x03\x01');
    await once(client.socket, 'connect');
    client.socket.destroy();
    await expect.poll(() => edge.outcomes).toEqual(['client_gone']);
    expect(edge.listener.openConnections).toBe(0);
  });

  it('a record that was tampered with ends the connection', async () => {
    const edge = await openSecureEdge(aExample);
    const raw = net.connect(edge.port, '127.0.0.1');
    const socket = await shakeHands(edge.port, 'a.example', { socket: raw });
    const failed = once(socket, 'close').catch((error: Error) => error.message);
    raw.write('\x17\x03\x03\x00\x20'.concat('x'.repeat(32)), 'latin1');
    expect(await failed).toContain('bad record mac');
    await expect.poll(() => edge.listener.openConnections).toBe(0);
  });

  it('a flood for unknown names leaves no trace but a count', async () => {
    const edge = await openSecureEdge(aExample);
    const hello = await helloFor('flood.example');
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => talk(edge.port, hello)));
      expect(new Set(answers)).toEqual(new Set([unrecognisedName]));
    }
    expect(edge.outcomes).toHaveLength(500);
    expect(edge.requests).toEqual([]);
    expect(edge.listener.openConnections).toBe(0);
  });
});

/** The first bytes a client sends. */
async function helloFor(name: string): Promise<string> {
  const server = net.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  const shaking = shakeHands(address.port, name).catch(() => {});
  const [socket] = await once(server, 'connection');
  const [hello] = await once(socket, 'data');
  socket.destroy();
  server.close();
  await shaking;
  return hello.toString('latin1');
}
