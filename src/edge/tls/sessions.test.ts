import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { TestAuthority } from '../../../test/support/certificates.ts';
import {
  get,
  openSecureEdge,
  type SecureEdge,
  served,
  shakeHands,
  talkOver,
} from '../../../test/support/secure-edge.ts';
import { newTicketKeys } from './ticket-keys.ts';

const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());
const both = served(authority.issue('DNS:a.example,DNS:b.example'));
const other = served(authority.issue('DNS:a.example'));

const versions = ['TLSv1.2', 'TLSv1.3'] as const;
type Version = (typeof versions)[number];

const options = {
  rules: { 'a.example': {}, 'b.example': {} },
  certificates: { 'a.example': [both], 'b.example': [both] },
};

/** Shakes hands, asks once, and answers the session to come back with. */
async function sessionOf(edge: SecureEdge, version: Version, host = 'a.example'): Promise<Buffer> {
  const socket = await shakeHands(edge.port, host, { minVersion: version, maxVersion: version });
  return await sessionAfterAnswer(socket, host);
}

async function sessionAfterAnswer(socket: TLSSocket, host: string): Promise<Buffer> {
  let session: Buffer | undefined = socket.getSession();
  socket.on('session', (ticket: Buffer) => {
    session = ticket;
  });
  await talkOver(socket, get(host));
  if (!session) throw new Error('there is no session');
  return session;
}

async function isResumed(
  edge: SecureEdge,
  session: Buffer,
  version: Version,
  host = 'a.example',
): Promise<boolean> {
  const socket = await shakeHands(edge.port, host, { session, maxVersion: version });
  const isReused = socket.isSessionReused();
  socket.end();
  await once(socket, 'close');
  return isReused;
}

describe.each(versions)('a session of %s', (version) => {
  it('is resumed, by this worker and by others with the same keys', async () => {
    const keys = newTicketKeys(null);
    const [edge, elsewhere] = [await openSecureEdge(options), await openSecureEdge(options)];
    for (const { plane } of [edge, elsewhere]) plane.setTicketKeys(keys);
    const session = await sessionOf(edge, version);
    expect(await isResumed(edge, session, version)).toBe(true);
    expect(await isResumed(elsewhere, session, version)).toBe(true);
    expect(edge.outcomes).toEqual(['full', 'resumed']);
  });

  it('is not resumed by a worker with other keys, which does not hurt', async () => {
    const [edge, elsewhere] = [await openSecureEdge(options), await openSecureEdge(options)];
    expect(await isResumed(elsewhere, await sessionOf(edge, version), version)).toBe(false);
    expect(elsewhere.outcomes).toEqual(['full']);
  });

  it('survives one change of the keys, not two', async () => {
    const edge = await openSecureEdge(options);
    let keys = newTicketKeys(null);
    edge.plane.setTicketKeys(keys);
    const session = await sessionOf(edge, version);
    keys = newTicketKeys(keys);
    edge.plane.setTicketKeys(keys);
    expect(await isResumed(edge, session, version)).toBe(true);
    const newer = await sessionOf(edge, version);
    keys = newTicketKeys(keys);
    edge.plane.setTicketKeys(keys);
    expect(await isResumed(edge, session, version)).toBe(false);
    expect(await isResumed(edge, newer, version)).toBe(true);
  });

  it('is not resumed for another host, though the certificate is the same', async () => {
    const edge = await openSecureEdge(options);
    const session = await sessionOf(edge, version);
    expect(await isResumed(edge, session, version, 'b.example')).toBe(false);
  });

  it('is not resumed once the certificate is another', async () => {
    const edge = await openSecureEdge(options);
    const session = await sessionOf(edge, version);
    edge.certificates.set('a.example', [other]);
    edge.plane.changed({
      fromRevision: 1,
      toRevision: 2,
      mark: '',
      hosts: [],
      certificateNames: ['a.example'],
    });
    const socket = await shakeHands(edge.port, 'a.example', { session, maxVersion: version });
    expect(socket.isSessionReused()).toBe(false);
    expect(socket.getPeerX509Certificate()?.fingerprint256).toBe(other.fingerprint);
  });
});

describe('one connection for several hosts', () => {
  const account = 'another-account';
  const wildcard = served(authority.issue('DNS:*.c.example'));
  const ofAnother = served(authority.issue('DNS:z.c.example'), account);
  const hosts = {
    rules: { 'x.c.example': {}, 'y.c.example': {}, 'z.c.example': {} },
    certificates: { 'x.c.example': [wildcard], 'y.c.example': [wildcard], 'z.c.example': [ofAnother] },
  };
  const status = async (edge: SecureEdge, host: string): Promise<string> =>
    (await talkOver(await shakeHands(edge.port, 'x.c.example'), get(host))).slice(9, 12);

  it('serves those of the account that its certificate names', async () => {
    const edge = await openSecureEdge(hosts);
    expect(await status(edge, 'y.c.example')).toBe('301');
    expect(await status(edge, 'y.c.example')).toBe('301');
  });

  it('sends those of another account elsewhere, and those it does not name or serve', async () => {
    const edge = await openSecureEdge(hosts);
    expect(await status(edge, 'z.c.example')).toBe('421');
    expect(await status(edge, 'nobody.c.example')).toBe('421');
    expect(await status(edge, 'deep.y.c.example')).toBe('421');
    expect(await status(edge, 'c.example')).toBe('421');
    expect(await status(edge, 'other.example')).toBe('421');
    await expect.poll(() => edge.records.map((record) => record.status)).toEqual(Array(5).fill(421));
  });

  it('answers the next request on the connection all the same', async () => {
    const edge = await openSecureEdge(hosts);
    const socket = await shakeHands(edge.port, 'x.c.example');
    const requests = `GET / HTTP/1.1\r\nHost: z.c.example\r\n\r\n${get('y.c.example')}`;
    expect((await talkOver(socket, requests)).match(/^HTTP\/1\.1 \d+/gm)).toEqual([
      'HTTP/1.1 421',
      'HTTP/1.1 301',
    ]);
  });
});
