/**
 * Orders at an authority that misbehaves, and by nodes that race for them. Source: docs/reference/acme.md ("When it
 * fails").
 */
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ControlLocation } from '../../src/control/location.ts';
import { newSecretKey } from '../../src/secrets/secret-key.ts';
import { AcmeNode, type AcmeNodeOptions, ChallengeServer } from '../support/acme-node.ts';
import { onEachControlStore } from '../support/control-stores.ts';
import { freePorts } from '../support/free-port.ts';
import { findPebble, Pebble } from '../support/pebble.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const isThere = findPebble();
if (!isThere) skipLoudly('orders of automatic certificates', 'no pebble on this machine');
// This process is already running and can't be made to trust the issuer of Pebble's certificate.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';

const externalAccount = {
  keyId: 'kid-1',
  hmacKey: 'zWNDZM6eQGHWpSRTPal5eIUYFTu7EajVIoguysqZ9wG44nMEtx3MUAsUDkMTQ12W',
};
const secretKey = newSecretKey();
const released: (() => Promise<unknown>)[] = [];
const register = (release: () => Promise<void>) => void released.push(release);
let pebble: Pebble;
let challenges: ChallengeServer;
let ports: readonly number[] = [];

beforeAll(async () => {
  if (!isThere) return;
  ports = await freePorts(2);
  const [httpPort = 0, tlsPort = 0] = ports;
  challenges = await ChallengeServer.start(httpPort);
  register(() => challenges[Symbol.asyncDispose]());
  pebble = await Pebble.start({ httpPort, tlsPort }, register);
});

afterAll(async () => {
  for (const release of released.toReversed()) await release();
});

async function newLocation(): Promise<ControlLocation> {
  return { kind: 'sqlite', path: `${await tempDir()}/control.db` };
}

async function openNode(options: Partial<AcmeNodeOptions> = {}): Promise<AcmeNode> {
  const location = options.location ?? (await newLocation());
  const node = await AcmeNode.open({ secretKey, directoryUrl: pebble.directoryUrl, ...options, location });
  onTestFinished(() => node[Symbol.asyncDispose]());
  challenges.node = node;
  challenges.fault = undefined;
  return node;
}

/** How many certificates pebble has issued since it was started. */
const issuedBy = (output: string) => output.match(/Issued certificate serial/g)?.length ?? 0;

describe.skipIf(!isThere)('an order', () => {
  it('comes to a certificate although half of all nonces are refused', async () => {
    await pebble.restart({ PEBBLE_WFE_NONCEREJECT: '50' });
    const node = await openNode();
    const hosts = ['n1.example.com', 'n2.example.com', 'n3.example.com'];
    await node.want(hosts);
    await node.certificates.issuer.runDue();
    expect(await node.fingerprints(hosts)).toHaveLength(3);
  });

  it('waits for a slow validation, reuses what was validated, and is renewed', async () => {
    await pebble.restart({ PEBBLE_VA_NOSLEEP: '0', PEBBLE_VA_SLEEPTIME: '2', PEBBLE_AUTHZREUSE: '100' });
    const node = await openNode();
    await node.want(['slow.example.com']);
    await node.certificates.issuer.runDue();
    const [first] = await node.fingerprints(['slow.example.com']);
    expect(first).toBeDefined();
    // What is valid still needs no challenge.
    challenges.fault = 'wrong';
    await node.hurry(['slow.example.com']);
    await node.certificates.issuer.runDue();
    const [second] = await node.fingerprints(['slow.example.com']);
    expect(second).not.toBe(first);
  });

  it('that is not validated says why, costs nothing of the budget, and succeeds when that is mended', async () => {
    await pebble.restart();
    const node = await openNode({ weeklyBudget: 1 });
    const host = 'wrong.example.com';
    await node.want([host]);
    challenges.fault = 'wrong';
    await node.certificates.issuer.runDue();
    expect(await node.lastError(host)).toMatch(/^http-01: .*something else/);
    expect(await node.fingerprints([host])).toEqual([]);
    await node.certificates.issuer.runDue();
    expect(node.certificates.issuer.counts).toEqual({ failed: 1 });
    challenges.fault = undefined;
    await node.hurry([host]);
    await node.certificates.issuer.runDue();
    expect(await node.fingerprints([host])).toHaveLength(1);
    expect(await node.lastError(host)).toBeNull();
  });

  it('survives an authority that is away, or has forgotten the account', async () => {
    await pebble.restart();
    const node = await openNode();
    const hosts = ['first.example.com', 'second.example.com'];
    await node.want(hosts.slice(0, 1));
    await node.certificates.issuer.runDue();
    await pebble.stop();
    const other = await openNode({ location: await newLocation() });
    await other.want(['away.example.com']);
    await other.certificates.issuer.runDue();
    expect(await other.lastError('away.example.com')).toMatch(/127\.0\.0\.1:\d+ cannot be reached/);
    challenges.node = node;
    await pebble.restart();
    await node.want(hosts.slice(1));
    await node.certificates.issuer.runDue();
    expect(await node.fingerprints(hosts)).toHaveLength(2);
    expect(node.lines.filter((line) => line.includes('created an account'))).toHaveLength(2);
  });

  it('is made at the second authority while the first is down, and at the first when that is back', async () => {
    await pebble.restart();
    const [httpPort = 0, tlsPort = 0] = ports;
    const second = await Pebble.start({ httpPort, tlsPort }, (release) => onTestFinished(release));
    const location = await newLocation();
    const node = await openNode({ location, furtherDirectoryUrls: [second.directoryUrl] });
    const hosts = ['one.example.com', 'two.example.com'];
    await pebble.stop();
    await node.want(hosts);
    await node.certificates.issuer.runDue();
    expect(await node.fingerprints(hosts)).toHaveLength(2);
    expect(issuedBy(second.output)).toBe(2);
    await pebble.restart();
    const before = issuedBy(pebble.output);
    // Another node, which doesn't leave the first one alone.
    await node.certificates[Symbol.asyncDispose]();
    const next = await openNode({ location, furtherDirectoryUrls: [second.directoryUrl] });
    await next.hurry(hosts.slice(0, 1));
    await next.certificates.issuer.runDue();
    expect(issuedBy(pebble.output) - before).toBe(1);
    expect(await next.fingerprints(hosts)).toHaveLength(2);
  });

  it('is cut off when the service stops, and left to the next start', async () => {
    await pebble.restart();
    const location = await newLocation();
    const node = await openNode({ location });
    await node.want(['cut.example.com']);
    challenges.fault = 'silent';
    const running = node.certificates.issuer.runDue();
    await expect.poll(() => challenges.unanswered.length).toBeGreaterThan(0);
    const stopped = Promise.all([node.certificates[Symbol.asyncDispose](), running]);
    const givenUp = challenges.unanswered.map(({ socket }) => once(socket, 'close'));
    // The authority waits for its answer for seconds.
    const first = await Promise.race([
      stopped.then(() => 'stopped'),
      ...givenUp.map((end) => end.then(() => 'given up')),
    ]);
    expect(first).toBe('stopped');
    const next = await openNode({ location });
    await next.certificates.issuer.runDue();
    expect(await next.fingerprints(['cut.example.com'])).toHaveLength(1);
  });

  it('is made by an account that belongs to an external one, or by none', async () => {
    const [httpPort = 0, tlsPort = 0] = ports;
    const keys = { [externalAccount.keyId]: externalAccount.hmacKey };
    const theirs = await Pebble.start({ httpPort, tlsPort, externalAccountKeys: keys }, (release) =>
      onTestFinished(release),
    );
    const stranger = await openNode({ directoryUrl: theirs.directoryUrl });
    await stranger.want(['eab.example.com']);
    await stranger.certificates.issuer.runDue();
    expect(await stranger.lastError('eab.example.com')).toMatch(
      /refuses an account: .*externalAccountBinding/,
    );
    const node = await openNode({ directoryUrl: theirs.directoryUrl, externalAccount });
    await node.want(['eab.example.com']);
    await node.certificates.issuer.runDue();
    expect(await node.fingerprints(['eab.example.com'])).toHaveLength(1);
    expect(node.lines.join('')).not.toContain(externalAccount.hmacKey);
  });
});

describe.skipIf(!isThere)('200 names', () => {
  it('get no more certificates than the budget has, and the rest is told when', async () => {
    await pebble.restart({ PEBBLE_VA_ALWAYS_VALID: '1', PEBBLE_WFE_NONCEREJECT: '0' });
    const before = issuedBy(pebble.output);
    const node = await openNode({ weeklyBudget: 5 });
    const hosts = Array.from({ length: 200 }, (_, i) => `h${i}.customer${i % 4}.com`);
    await node.want(hosts);
    await node.certificates.issuer.runDue();
    expect(await node.fingerprints(hosts)).toHaveLength(20);
    expect(issuedBy(pebble.output) - before).toBe(20);
    expect(node.certificates.issuer.counts).toEqual({ issued: 20, over_budget: 180 });
    const errors = await Promise.all(hosts.map((host) => node.lastError(host)));
    const told = errors.filter((error) => error !== null);
    expect(told).toHaveLength(180);
    expect(told[0]).toMatch(/^the 5 new certificates a week for customer\d\.com are used up until 20/);
  });
});

if (isThere) {
  onEachControlStore('two nodes', (newStore) => {
    it('that race for the same names order each of them once', async () => {
      await pebble.restart({ PEBBLE_VA_ALWAYS_VALID: '1', PEBBLE_WFE_NONCEREJECT: '0' });
      const before = issuedBy(pebble.output);
      const location = await newStore();
      const nodes = [await openNode({ location }), await openNode({ location })];
      const hosts = Array.from({ length: 30 }, (_, i) => `race${i}.example.com`);
      await nodes[0]?.want(hosts);
      await Promise.all(nodes.map((node) => node.certificates.issuer.runDue()));
      await Promise.all(nodes.map((node) => node.certificates.issuer.runDue()));
      const counts = nodes.map((node) => node.certificates.issuer.counts.issued ?? 0);
      expect(counts[0] && counts[1]).toBeGreaterThan(0);
      expect(issuedBy(pebble.output) - before).toBe(30);
      const found = await Promise.all(nodes.map((node) => node.fingerprints(hosts)));
      expect(found[0]).toHaveLength(30);
      expect(found[1]).toEqual(found[0]);
      expect(
        nodes.flatMap(({ lines }) => lines).filter((line) => line.includes('created an account')).length,
      ).toBeLessThan(3);
    });
  });
}
