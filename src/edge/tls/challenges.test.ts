import { once } from 'node:events';
import http from 'node:http';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { talk } from '../../../test/support/raw-http.ts';
import {
  defaultHost,
  get,
  openSecureEdge,
  served,
  shakeHands,
  talkOver,
} from '../../../test/support/secure-edge.ts';
import type { ChallengeSource } from './certificate-provider.ts';

const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());
const certificate = served(authority.issue('DNS:d.example,DNS:www.w.example'));
const challenge = served(authority.issue('DNS:d.example'), '');
const token = 'evaGxfADs6pSRb2LAv9IZf17Dt3juxGJ-PCt92wr-oA';

const challenges: ChallengeSource = {
  keyAuthorizationFor: async (host, asked) =>
    host === 'd.example' && asked === token ? `${token}.thumbprint` : '',
  challengeCertificateFor: async (host) => (host === 'd.example' ? challenge : undefined),
};

async function startUpstream(): Promise<number> {
  const server = http.createServer((request, answer) => answer.end(`upstream ${request.url}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return address.port;
}

async function openEdge() {
  const port = await startUpstream();
  return await openSecureEdge({
    rules: { 'r.example': {} },
    domains: {
      'd.example': domainAt({ port }),
      'plain.example': domainAt({ port }),
      'w.example': domainAt({ port }, { redirectToWww: true }),
    },
    certificates: { 'd.example': [certificate], 'www.w.example': [certificate], 'r.example': [certificate] },
    challenges,
    trustedProxies: ['127.0.0.9/32'],
  });
}

describe('a challenge of an authority', () => {
  it('over HTTP is answered before all else, and not led to HTTPS', async () => {
    const edge = await openEdge();
    const answer = await talk(edge.httpPort, get('d.example', `/.well-known/acme-challenge/${token}`));
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\nContent-Type: application\/octet-stream\r\n/);
    expect(answer.endsWith(`\r\n\r\n${token}.thumbprint`)).toBe(true);
  });

  it('with a token that is not ours is left to the upstream', async () => {
    const edge = await openEdge();
    const unknown = await talk(
      edge.httpPort,
      get('d.example', '/.well-known/acme-challenge/0123456789abcdef'),
    );
    expect(unknown).toContain('upstream /.well-known/acme-challenge/0123456789abcdef');
    expect(await talk(edge.httpPort, get('d.example', '/.well-known/acme-challenge/x'))).toContain(
      'upstream',
    );
  });

  it('for hosts that are not served asks nobody', async () => {
    const edge = await openEdge();
    const answer = await talk(edge.httpPort, get('nobody.example', `/.well-known/acme-challenge/${token}`));
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(edge.requests).toEqual([]);
  });

  it('for the public name of the edge is answered like others', async () => {
    const edge = await openSecureEdge({
      challenges: {
        keyAuthorizationFor: async (host) => (host === defaultHost ? `${token}.thumbprint` : ''),
        challengeCertificateFor: async (host) => (host === defaultHost ? challenge : undefined),
      },
    });
    const path = `/.well-known/acme-challenge/${token}`;
    expect(await talk(edge.httpPort, get(defaultHost, path))).toMatch(/thumbprint$/);
    const socket = await shakeHands(edge.port, defaultHost, { ALPNProtocols: ['acme-tls/1'] });
    expect(socket.getPeerX509Certificate()?.fingerprint256).toBe(challenge.fingerprint);
  });

  it('over TLS is shown its certificate, and nothing else', async () => {
    const edge = await openEdge();
    const socket = await shakeHands(edge.port, 'd.example', { ALPNProtocols: ['acme-tls/1'] });
    expect(socket.alpnProtocol).toBe('acme-tls/1');
    expect(socket.getPeerX509Certificate()?.fingerprint256).toBe(challenge.fingerprint);
    await once(socket, 'close');
    await expect(shakeHands(edge.port, 'w.example', { ALPNProtocols: ['acme-tls/1'] })).rejects.toThrow(
      /no application protocol|alert number 120/,
    );
    await expect.poll(() => edge.outcomes).toEqual(['acme_challenge', 'no_certificate']);
  });
});

describe('an address of the edge', () => {
  const open = () =>
    openSecureEdge({
      rules: { 'd.example': {} },
      addresses: ['127.0.0.1'],
      challenges: {
        keyAuthorizationFor: async (host) => (host === '127.0.0.1' ? `${token}.thumbprint` : ''),
        challengeCertificateFor: async (host) => (host === '127.0.0.1' ? challenge : undefined),
      },
    });

  it('answers challenges by its address, and by the server name made of it', async () => {
    const edge = await open();
    const path = `/.well-known/acme-challenge/${token}`;
    expect(await talk(edge.httpPort, get(`127.0.0.1:${edge.httpPort}`, path))).toMatch(/thumbprint$/);
    expect(await talk(edge.httpPort, get('127.0.0.2', path))).toMatch(/^HTTP\/1\.1 404 /);
    const reverseName = '1.0.0.127.in-addr.arpa';
    const socket = await shakeHands(edge.port, reverseName, { ALPNProtocols: ['acme-tls/1'] });
    expect(socket.getPeerX509Certificate()?.fingerprint256).toBe(challenge.fingerprint);
    await expect(shakeHands(edge.port, reverseName)).rejects.toThrow(/unrecognized name|alert number 112/);
  });

  it('is shown its own certificate where the client names no host, and the default host’s while there is none', async () => {
    const edge = await open();
    const [own, ofEdge] = [
      served(authority.issue('IP:127.0.0.1'), ''),
      served(authority.issue('DNS:edge.example')),
    ];
    edge.certificates.set(defaultHost, [ofEdge]);
    const shown = async () => (await shakeHands(edge.port, '')).getPeerX509Certificate()?.fingerprint256;
    expect(await shown()).toBe(ofEdge.fingerprint);
    expect(edge.missing).toEqual(['127.0.0.1']);
    edge.certificates.set('127.0.0.1', [own]);
    edge.plane.reloaded();
    expect(await shown()).toBe(own.fingerprint);
    const socket = await shakeHands(edge.port, '');
    expect(await talkOver(socket, get('127.0.0.1', '/'))).toMatch(/^HTTP\/1\.1 404 /);
    await expect.poll(() => edge.outcomes.at(-1)).toBe('full');
  });

  it('of IPv6 is asked for in brackets', async () => {
    const own = served(authority.issue('DNS:edge.example'), '');
    const edge = await openSecureEdge({ host: '::1', addresses: ['::1'], certificates: { '::1': [own] } });
    const answerTo = async (host: string) =>
      await talkOver(await shakeHands(edge.port, '', { host: '::1' }), get(host));
    expect(await answerTo('[::1]')).toMatch(/^HTTP\/1\.1 404 /);
    expect(await answerTo('[::2]')).toMatch(/^HTTP\/1\.1 421 /);
  });
});

describe('a visitor in clear text', () => {
  it('of a custom domain with a certificate is led to HTTPS', async () => {
    const edge = await openEdge();
    for (let i = 0; i < 2; i++) {
      const answer = await talk(edge.httpPort, get('d.example', '/a//b?c=%20'));
      expect(answer).toMatch(
        /^HTTP\/1\.1 308 Permanent Redirect\r\nLocation: https:\/\/d\.example\/a\/\/b\?c=%20\r\n/,
      );
    }
    const withPort = await talk(edge.httpPort, get(`d.example:${edge.httpPort}`, '/'));
    expect(withPort).toContain(`Location: https://d.example:${edge.port}/\r\n`);
    expect(await talk(edge.httpPort, get('www.w.example'))).toContain('Location: https://www.w.example/\r\n');
    expect(edge.records.map(({ status }) => status)).toEqual([308, 308, 308, 308]);
  });

  it('of one without is served, as soon as that is known, and over a connection that is kept', async () => {
    const edge = await openEdge();
    const keep = 'GET /1 HTTP/1.1\r\nHost: plain.example\r\n\r\n';
    expect(await talk(edge.httpPort, `${keep}${get('plain.example', '/2')}`)).toMatch(
      /upstream \/1.*upstream \/2/s,
    );
    edge.plane.reloaded();
    // Once more with a connection to the upstream at hand, and with content.
    expect(await talk(edge.httpPort, get('plain.example', '/3'))).toContain('upstream /3');
    edge.plane.reloaded();
    const post =
      'POST /4 HTTP/1.1\r\nHost: plain.example\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc';
    expect(await talk(edge.httpPort, post)).toContain('upstream /4');
  });

  it('of one whose certificate nobody would trust is served', async () => {
    const port = await startUpstream();
    const edge = await openSecureEdge({ domains: { 'd.example': domainAt({ port }) }, selfSigned: true });
    expect(await talk(edge.httpPort, get('d.example'))).toContain('upstream /');
    expect(await talkOver(await shakeHands(edge.port, 'd.example'), get('d.example'))).toContain(
      'upstream /',
    );
  });

  it('is served while nobody can say whether there is a certificate', async () => {
    const edge = await openEdge();
    edge.store.fails = true;
    expect(await talk(edge.httpPort, get('d.example'))).toContain('upstream /');
  });

  it('of a redirect goes straight to its destination', async () => {
    const edge = await openEdge();
    expect(await talk(edge.httpPort, get('r.example', '/x'))).toContain(
      'Location: https://dest.example/x\r\n',
    );
    expect(edge.requests).toEqual([]);
  });

  it('who goes away before it is known leaves nothing behind', async () => {
    const edge = await openEdge();
    edge.store.delayMs = 100;
    const before = edge.listener.openConnections;
    const { RawClient } = await import('../../../test/support/raw-http.ts');
    const client = new RawClient(edge.httpPort).send('GET / HTTP/1.1\r\nHost: plain.example\r\n\r\n');
    await once(client.socket, 'connect');
    setTimeout(() => client.socket.destroy(), 30);
    await client.closed;
    await expect.poll(() => edge.listener.openConnections).toBe(before);
  });
});

describe('a visitor over HTTPS', () => {
  it('of HTTP/1.0 sees by a reset that an answer was cut short', async () => {
    const server = http.createServer((_, answer) => {
      answer.write('half');
      setTimeout(() => answer.destroy(), 30);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const edge = await openSecureEdge({ domains: { 'd.example': domainAt({ port }) }, selfSigned: true });
    const socket = await shakeHands(edge.port, 'd.example');
    const failed = once(socket, 'error');
    socket.resume();
    socket.write('GET / HTTP/1.0\r\nHost: d.example\r\n\r\n');
    expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' });
  });

  it('of a domain that redirects there is led to https://www.', async () => {
    const edge = await openSecureEdge({
      domains: { 'w.example': domainAt({ port: 1 }, { redirectToWww: true }) },
      selfSigned: true,
    });
    const answer = await talkOver(await shakeHands(edge.port, 'w.example'), get('w.example', '/x'));
    expect(answer).toContain('Location: https://www.w.example/x\r\n');
  });

  it('of a redirect to its own https:// address finds nothing there, one of clear text is led there', async () => {
    const edge = await openSecureEdge({
      rules: { 'r.example': { destinationUrl: 'https://r.example' } },
      selfSigned: true,
    });
    expect(await talkOver(await shakeHands(edge.port, 'r.example'), get('r.example', '/x'))).toMatch(
      /^HTTP\/1\.1 404 /,
    );
    expect(await talk(edge.httpPort, get('r.example', '/x'))).toContain('Location: https://r.example/x\r\n');
  });
});
