/**
 * Hosts that are set up rightly and wrongly, diagnosed by the API in a network of their own with public addresses: zones, servers, TLS,
 * an authority. What each is for: test/support/diagnosed/cases.ts.
 */
import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { isCauseCode } from '../../src/features/diagnosis/causes.ts';
import { broken, type Case, healthy } from '../support/diagnosed/cases.ts';
import { lacksCommand, skipLoudly } from '../support/skips.ts';

type Asked = {
  readonly name: string;
  readonly status: number;
  /** Without the time in which the machine had this process wait. */
  readonly tookSeconds: number;
  /** As the API answers it. */
  readonly said?: string;
  readonly found: Record<'host' | 'verdict' | 'cause' | 'cause_code' | 'fix', string | null>;
};

const what = 'diagnoses of hosts in a network of their own';
const world = new URL('../support/diagnosed/world.ts', import.meta.url).pathname;
const timeoutMs = 300_000;

function cannotRun(): boolean {
  if (lacksCommand('unshare', what) || lacksCommand('ip', what)) return true;
  const tried = spawnSync('unshare', ['-n', 'ip', 'addr', 'add', '93.184.216.34/32', 'dev', 'lo']);
  if (tried.status === 0) return false;
  skipLoudly(what, 'no right to make a network namespace');
  return true;
}

describe.skipIf(cannotRun())('a host in a network of its own', () => {
  const asked = new Map<string, Asked>();

  beforeAll(() => {
    const { stdout, stderr } = spawnSync('unshare', ['-n', process.execPath, world], {
      encoding: 'utf8',
      timeout: timeoutMs,
    });
    if (stderr !== '') throw new Error(stderr);
    for (const line of stdout.trim().split('\n')) {
      const one: Asked = JSON.parse(line);
      asked.set(one.name, one);
    }
  }, timeoutMs);

  it.each(broken.map((one) => [one.name, one] as const))('%s', (name, one: Case) => {
    const { code, verdict } = { verdict: 'broken', ...one };
    const answer = asked.get(name);
    const found = {
      verdict,
      cause_code: code,
      cause: expect.stringMatching(/[.:]$/),
      fix: expect.stringMatching(/\.$/),
    };
    expect(answer).toMatchObject({ status: 200, found });
    expect(isCauseCode(code ?? '')).toBe(true);
    expect(answer?.tookSeconds).toBeLessThan(12);
  });

  it.each(broken.filter(({ byCommand }) => byCommand))('the command says of $name', ({ name, code }) => {
    const { said, found } = asked.get(name) ?? {};
    expect(said).toContain(
      `${found?.host} is broken.\nCause: ${found?.cause} (${code})\nFix: ${found?.fix}\n`,
    );
  });

  it.each(healthy.map(({ name }) => name))('healthy: %s', (name) => {
    const found = { verdict: 'healthy', cause: null, cause_code: null, fix: null };
    expect(asked.get(name)).toMatchObject({ status: 200, found });
  });
});
