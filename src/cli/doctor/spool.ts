/** Checks the spool: who ships it, what waits in it, and whether its budget fits the disk. Source: docs/reference/spool.md. */
import { accessSync, constants, existsSync, readdirSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { listSegments, statSegments } from '../../analytics/ingest/list-segments.ts';
import { spoolLockFileName } from '../../analytics/ingest/segment-name.ts';
import type { Config } from '../../config/config.ts';
import { quoteValue } from '../../core/errors.ts';
import { minuteMs } from '../../core/time.ts';
import { isShipped } from '../analytics-import/spool-room.ts';
import { messageOf } from '../failures.ts';
import { type Finding, finding } from './finding.ts';

const check = 'spool';
const mebibyte = 1024 * 1024;
const warnAbove = 0.5;
/** Not shipped for so long, although a service is there to do it. */
const warnAboveMs = 300_000;

export async function checkSpool({ spool }: Config, nowMs: number): Promise<Finding[]> {
  const { path, budgetBytes } = spool;
  if (!existsSync(path))
    return [finding('ok', check, `${quoteValue(path)} is not there yet; the first start makes it.`)];
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    const isShippedNow = existsSync(join(path, spoolLockFileName)) && isShipped(path);
    const { open, closed } = await listSegments(path);
    const waiting = await statSegments(path, closed);
    const segments = [...waiting, ...(await statSegments(path, open))];
    const bytes = segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const oldestAtMs = Math.min(...waiting.map(({ closedAtMs }) => closedAtMs), nowMs);
    return [
      describeWaiting({ bytes, budgetBytes, count: waiting.length, ageMs: nowMs - oldestAtMs, isShippedNow }),
      ...checkRoom(path, budgetBytes - bytes),
      ...checkRefused(join(path, 'refused')),
    ];
  } catch (error) {
    return [
      finding(
        'problem',
        check,
        `${quoteValue(path)} cannot be used (${messageOf(error)}): give it to the user that runs Nameplate.`,
      ),
    ];
  }
}

type Waiting = {
  readonly bytes: number;
  readonly budgetBytes: number;
  readonly count: number;
  readonly ageMs: number;
  readonly isShippedNow: boolean;
};

function describeWaiting({ bytes, budgetBytes, count, ageMs, isShippedNow }: Waiting): Finding {
  const share = bytes / budgetBytes;
  const used = `${Math.ceil(bytes / mebibyte)} MiB of ${Math.floor(budgetBytes / mebibyte)} MiB are used, ${count} segments wait`;
  const who = isShippedNow ? 'a running service ships it' : 'no service ships it now';
  const state = `${used}, ${who}`;
  if (share >= 1) {
    return finding(
      'problem',
      check,
      `${state}: new events are dropped; ${remedy(isShippedNow)}, or raise NAMEPLATE_SPOOL_BUDGET.`,
    );
  }
  if (share >= warnAbove) return finding('warning', check, `${state}: ${remedy(isShippedNow)}.`);
  if (isShippedNow && ageMs > warnAboveMs) {
    const minutes = Math.floor(ageMs / minuteMs);
    return finding('warning', check, `${state}, the oldest for ${minutes} minutes: ${remedy(isShippedNow)}.`);
  }
  return finding('ok', check, `${state}.`);
}

function remedy(isShippedNow: boolean): string {
  return isShippedNow ? "look for the analytics store's trouble in the service's log" : 'start the service';
}

function checkRoom(path: string, wantedBytes: number): Finding[] {
  const { bavail, bsize } = statfsSync(path);
  if (bavail * bsize >= wantedBytes) return [];
  const free = Math.floor((bavail * bsize) / mebibyte);
  return [
    finding(
      'warning',
      check,
      `Only ${free} MiB are free where the spool may take ${Math.ceil(wantedBytes / mebibyte)} MiB more: free some, or lower NAMEPLATE_SPOOL_BUDGET.`,
    ),
  ];
}

function checkRefused(path: string): Finding[] {
  const count = existsSync(path) ? readdirSync(path).length : 0;
  if (count === 0) return [];
  return [
    finding(
      'warning',
      check,
      `${count} segments in ${quoteValue(path)} could not be stored: the log says why; move them back to try again, or away.`,
    ),
  ];
}
