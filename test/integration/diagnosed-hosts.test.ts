/**
 * Hosts that are set up rightly and wrongly, diagnosed in a network of their own with public addresses: zones, servers, TLS, an
 * authority. What each is for: test/support/diagnosed/cases.ts.
 */
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { isCauseCode } from '../../src/features/diagnosis/causes.ts';
import { broken, type Case, healthy } from '../support/diagnosed/cases.ts';
import { lacksCommand, skipLoudly } from '../support/skips.ts';

type Found = {
  readonly name: string;
  readonly verdict: string;
  readonly cause: string | null;
  readonly causeCode: string | null;
  readonly fix: string | null;
  readonly seconds: number;
  readonly steps: readonly unknown[];
};

const what = 'diagnoses of hosts in a network of their own';
const world = new URL('../support/diagnosed/world.ts', import.meta.url).pathname;
const timeoutMs = 120_000;

function cannotRun(): boolean {
  if (lacksCommand('unshare', what) || lacksCommand('ip', what)) return true;
  const tried = spawnSync('unshare', ['-n', 'ip', 'addr', 'add', '93.184.216.34/32', 'dev', 'lo']);
  if (tried.status === 0) return false;
  skipLoudly(what, 'no right to make a network namespace');
  return true;
}

describe.skipIf(cannotRun())('a host in a network of its own', () => {
  const found = new Map<string, Found>();

  beforeAll(() => {
    const { stdout, stderr } = spawnSync('unshare', ['-n', process.execPath, world], {
      encoding: 'utf8',
      timeout: timeoutMs,
    });
    if (stderr !== '') throw new Error(stderr);
    for (const line of stdout.trim().split('\n')) {
      const one: Found = JSON.parse(line);
      found.set(one.name, one);
    }
  }, timeoutMs);

  it.each(broken.map((one) => [one.name, one] as const))('%s', (name, one: Case) => {
    const { code, verdict } = { verdict: 'broken', ...one };
    const diagnosis = found.get(name);
    expect(diagnosis).toMatchObject({ verdict, causeCode: code });
    expect(isCauseCode(diagnosis?.causeCode ?? '')).toBe(true);
    expect(diagnosis?.cause).toMatch(/[.:]$/);
    expect(diagnosis?.fix).toMatch(/\.$/);
    expect(diagnosis?.seconds).toBeLessThan(12);
  });

  it.each(healthy.map(({ name }) => name))('healthy: %s', (name) => {
    expect(found.get(name)).toMatchObject({ verdict: 'healthy', cause: null, causeCode: null, fix: null });
  });
});
