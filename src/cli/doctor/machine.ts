/** Checks what the program runs on: Node, CPUs, clock. */
import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Config } from '../../config/config.ts';
import { formatTimestamp, systemClock } from '../../core/clock.ts';
import { manifestPath } from '../../core/program-files.ts';
import { type Finding, finding } from './finding.ts';

/** Engines of package.json. */
const oldestNode = [20, 19] as const;
const clockToleranceMs = 60_000;

export function checkNode(version: string = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const oldEnough = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  if (oldEnough) return finding('ok', 'node', `Node ${version}.`);
  return finding(
    'problem',
    'node',
    `Node ${version} is too old: install Node ${oldestNode.join('.')} or newer.`,
  );
}

export function checkWorkers(config: Config, cpuCount: number = availableParallelism()): Finding {
  const { workers } = config.edge;
  const state = `${workers} edge workers on ${cpuCount} CPUs`;
  if (workers <= cpuCount) return finding('ok', 'edge workers', `${state}.`);
  return finding(
    'warning',
    'edge workers',
    `${state}: more workers than CPUs take memory and serve nothing faster; lower NAMEPLATE_EDGE_WORKERS to ${cpuCount}.`,
  );
}

/** A clock behind the program's own files or the store's was never set, or was set back. */
export function checkClock(config: Config, now: number = systemClock.now()): Finding {
  const newest = Math.max(
    modifiedAt(manifestPath),
    config.control.kind === 'sqlite' ? modifiedAt(config.control.path) : 0,
  );
  if (now + clockToleranceMs < newest) {
    return finding(
      'problem',
      'clock',
      `The clock says ${formatTimestamp(now)}, but files were written at ${formatTimestamp(newest)}: set the clock, and keep it right with NTP.`,
    );
  }
  return finding('ok', 'clock', `The clock says ${formatTimestamp(now)}${syncedBy()}.`);
}

function modifiedAt(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function syncedBy(): string {
  try {
    readFileSync('/run/systemd/timesync/synchronized');
    return ', synchronised by systemd-timesyncd';
  } catch {
    return '';
  }
}
