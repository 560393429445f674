/** Handshakes of real clients, as lines of the spool. Source: docs/reference/traffic-findings.md ("Handshakes"). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { openSecureEdge, served, shakeHands } from '../../../test/support/secure-edge.ts';
import { lacksCommand } from '../../../test/support/skips.ts';
import { handshakeRowOf } from '../../analytics/ingest/handshake-codec.ts';
import { HandshakeCounts } from './handshake-counts.ts';

const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());
const own = served(authority.issue('DNS:a.example'));
const minuteMs = 60_000;
const at = Date.UTC(2026, 2, 15, 12);
const clock = { now: () => at + 1_234 };

/** A client that trusts the system's authorities, and refuses what others signed. */
async function refuse(port: number, host: string, from: string, version: string): Promise<void> {
  const to = ['-connect', `127.0.0.1:${port}`, '-bind', `${from}:0`, '-servername', host];
  const client = spawn('openssl', ['s_client', ...to, '-verify_return_error', version], { stdio: 'ignore' });
  const [code] = await once(client, 'exit');
  expect(code).not.toBe(0);
}

const read = (lines: readonly string[]) => lines.map((line) => handshakeRowOf(line));

describe.skipIf(lacksCommand('openssl', 'counted handshakes'))('counted handshakes', () => {
  it('are good ones, those without a certificate, and those whose certificate the client refuses', async () => {
    const edge = await openSecureEdge({
      rules: { 'a.example': {}, 'none.example': {} },
      certificates: { 'a.example': [own] },
      clock,
    });
    for (let i = 0; i < 3; i++) await shakeHands(edge.port, 'a.example');
    await refuse(edge.port, 'a.example', '127.1.1.1', '-tls1_3');
    await refuse(edge.port, 'a.example', '127.1.1.2', '-tls1_2');
    await refuse(edge.port, 'a.example', '127.1.2.1', '-tls1_3');
    await refuse(edge.port, 'none.example', '127.9.9.9', '-tls1_3');
    // Nobody's, and what is no refusal of a certificate.
    for (let i = 0; i < 20; i++) await shakeHands(edge.port, `x${i}.example`).catch(() => {});
    await shakeHands(edge.port, 'a.example', { ALPNProtocols: ['nonsense'] }).catch(() => {});
    await shakeHands(edge.port, '');
    await expect.poll(() => edge.outcomes.length).toBe(3 + 4 + 20 + 2);
    const [row] = read(edge.handshakeLines());
    const domain = typeof row === 'object' ? row.domain : '';
    expect(domain).toMatch(/^[0-9a-f-]{36}$/);
    const common = { time: at, domain: expect.any(String) };
    expect(read(edge.handshakeLines())).toEqual([
      { ...common, host: 'a.example', outcome: 'good', count: 3, networks: '' },
      { ...common, host: 'a.example', outcome: 'unknown_ca', count: 3, networks: '127.1.1.0 127.1.2.0' },
      { ...common, host: 'none.example', outcome: 'no_certificate', count: 1, networks: '127.9.9.0' },
    ]);
  });
});

describe('counts', () => {
  function open() {
    const lines: string[] = [];
    const time = { at, now: () => time.at };
    const counts = new HandshakeCounts({
      sink: { append: (line) => lines.push(line) },
      siteOf: (host) => (host.startsWith('no') ? '' : '0190a5b0-0000-7000-8000-000000000001'),
      clock: time,
    });
    return { lines, time, counts };
  }

  it('are written once the minute is over', () => {
    const { lines, time, counts } = open();
    counts.count('a.example', 'good', '');
    time.at += minuteMs - 1;
    counts.flushOver();
    counts.count('a.example', 'unknown_ca', '2001:db8:1:2::3');
    expect(lines).toEqual([]);
    time.at += 1;
    counts.flushOver();
    expect(read(lines)).toMatchObject([
      { time: at, outcome: 'good', count: 1 },
      { time: at, outcome: 'unknown_ca', count: 1, networks: '2001:db8:1::' },
    ]);
    counts.count('a.example', 'good', '');
    counts.flush();
    expect(read(lines)).toMatchObject([{}, {}, { time: at + minuteMs, count: 1 }]);
  });

  it('of very many hosts and networks keep within bounds, and lose none', () => {
    const { lines, counts } = open();
    for (let n = 0; n < 2_500; n++) {
      counts.count(`${n}.example`, 'good', '');
      counts.count(`no${n}.example`, 'good', '');
      counts.count('a.example', 'certificate_unknown', `10.${n % 250}.${n % 7}.1`);
    }
    counts.flush();
    const rows = read(lines).flatMap((row) => (typeof row === 'string' ? [] : [row]));
    expect(rows).toHaveLength(lines.length);
    const failed = rows.filter(({ host }) => host === 'a.example');
    expect(failed.reduce((sum, { count }) => sum + count, 0)).toBe(2_500);
    for (const { networks } of failed) expect(networks.split(' ').length).toBeLessThanOrEqual(20);
    expect(rows.filter(({ outcome }) => outcome === 'good')).toHaveLength(2_500);
  });
});
