import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Liveness, mainThreadCpuSeconds } from './liveness.ts';

/** Checks as often, with so much CPU time in between; answers the check that says why, and what it says. */
function checksUntilHung(liveness: Liveness, cpu: { seconds?: number }, perCheck: number, atMost = 1_000) {
  for (let count = 1; count <= atMost; count++) {
    const why = liveness.check();
    if (why !== undefined) return [count, why];
    if (cpu.seconds !== undefined) cpu.seconds += perCheck;
  }
  return undefined;
}

function setUp(seconds?: number) {
  const cpu: { seconds?: number } = seconds === undefined ? {} : { seconds };
  return { cpu, liveness: new Liveness(() => cpu.seconds, 'worker') };
}

describe('a silent process hangs', () => {
  it.each([
    [1, 7],
    [0.04, 127],
  ])('after 5 s of its CPU time, which it gets %d s of a second', (perCheck, checks) => {
    const { cpu, liveness } = setUp(100);
    expect(checksUntilHung(liveness, cpu, perCheck)).toEqual([checks, 'silent for 5 s of its CPU time']);
  });

  it('when it has not run at all for 120 s', () => {
    const { cpu, liveness } = setUp(100);
    expect(checksUntilHung(liveness, cpu, 0)).toEqual([122, 'has not run for 120 s']);
  });

  it('after a count of checks where its CPU time is not known', () => {
    const { cpu, liveness } = setUp();
    expect(checksUntilHung(liveness, cpu, 0)).toEqual([22, 'silent for 20 s']);
  });

  it('not while it gives signs of life, however late they are read', () => {
    const { cpu, liveness } = setUp(100);
    expect(liveness.check()).toBeUndefined();
    for (let i = 0; i < 10; i++) {
      // This process was blocked for so long that all of it was used meanwhile.
      cpu.seconds = (cpu.seconds ?? 0) + 30;
      expect(liveness.check()).toBeUndefined();
      liveness.heard();
    }
  });
});

it.skipIf(process.platform !== 'linux')('reads the CPU time of a main thread', async () => {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const pid = child.pid ?? 0;
  const before = mainThreadCpuSeconds(pid) ?? Number.NaN;
  await expect.poll(() => (mainThreadCpuSeconds(pid) ?? 0) - before).toBeGreaterThan(0.2);
  process.kill(pid, 'SIGSTOP');
  await delay(50);
  const stopped = mainThreadCpuSeconds(pid);
  await delay(100);
  expect(mainThreadCpuSeconds(pid)).toBe(stopped);
  expect(mainThreadCpuSeconds(0)).toBeUndefined();
});
