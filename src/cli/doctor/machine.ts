/** Checks what the program runs on: Node, CPUs, clock. */
import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Config } from '../../config/config.ts';
import { formatTimestamp, systemClock } from '../../core/clock.ts';
import { manifestPath } from '../../core/program-files.ts';
import { type Finding, finding } from './finding.ts';

const clockToleranceMs = 60_000;

/** The program doesn't start on one that it doesn't support. */
export function checkNode(): Finding {
  return finding('ok', 'node', `Node ${process.versions.node}.`);
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
