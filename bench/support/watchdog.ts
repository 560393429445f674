/**
 * Stops what a benchmark leaves behind, however it ended, `kill -9` included: its
 * standard input is a pipe from the benchmark, and it acts when that closes.
 *
 * Lines: `started PID` and `ended PID` (each the leader of its process group), `made PATH` and `removed PATH`.
 */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const graceMs = 3_000;
const pollMs = 50;

const groups = new Set<number>();
const paths = new Set<string>();

for await (const line of createInterface({ input: process.stdin })) {
  const space = line.indexOf(' ');
  const what = line.slice(space + 1);
  switch (line.slice(0, space)) {
    case 'started':
      groups.add(Number(what));
      break;
    case 'ended':
      groups.delete(Number(what));
      break;
    case 'made':
      paths.add(what);
      break;
    case 'removed':
      paths.delete(what);
      break;
  }
}

for (const group of groups) signal(group, 'SIGTERM');
const killTick = performance.now() + graceMs;
while ([...groups].some((group) => signal(group, 0)) && performance.now() < killTick) await delay(pollMs);
for (const group of groups) signal(group, 'SIGKILL');
for (const path of paths) rmSync(path, { recursive: true, force: true });

/** Signals a process group; answers whether there is one. */
function signal(group: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, name);
  } catch {
    return false;
  }
}
