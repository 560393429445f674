/** Further places of an upstream as rows of a form. Source: docs/reference/domains.md ("Several targets"). */
import { isAbout } from '../../api/api-error.ts';
import type { Upstream } from '../../api/resources.ts';
import { portProblem, upstreamHostProblem } from './upstream-host.ts';

export type TargetRow = { readonly host: string; readonly port: string };

export const mostTargets = 16;

export function targetRows(targets: Upstream['targets']): TargetRow[] {
  return targets.map(({ host, port }) => ({ host, port: String(port) }));
}

/** Rows without a host are left out. */
export function targetsOf(rows: readonly TargetRow[]): { host: string; port: number }[] {
  return rows.filter(isUsed).map(({ host, port }) => ({ host: host.trim(), port: Number(port) }));
}

/** What is wrong with the host of a row; undefined when nothing is. */
export function targetProblem(rows: readonly TargetRow[], index: number, own: TargetRow): string | undefined {
  const row = rows[index];
  if (row === undefined || !isUsed(row)) return undefined;
  const problem = upstreamHostProblem(row.host);
  if (problem !== undefined) return problem;
  if (isSame(row, own)) return "That is the upstream's own place.";
  return rows.slice(0, index).some((other) => isSame(other, row))
    ? 'This server is listed twice.'
    : undefined;
}

/** Whether the API may be asked. */
export function areTargetsComplete(rows: readonly TargetRow[], own: TargetRow): boolean {
  return rows.every(
    (row, index) =>
      targetProblem(rows, index, own) === undefined && (!isUsed(row) || portProblem(row.port) === undefined),
  );
}

/** The row that the API refused, and why: it counts those with a host, from 1. */
export function refusedTarget(
  rows: readonly TargetRow[],
  failure: unknown,
): { readonly index: number; readonly sentence: string } | undefined {
  if (!isAbout(failure, 'targets')) return undefined;
  const [, place, reason] = /: its target (\d+):? (.+); allowed: /s.exec(failure.message) ?? [];
  const row = rows.filter(isUsed)[Number(place) - 1];
  if (row === undefined || reason === undefined) return undefined;
  return {
    index: rows.indexOf(row),
    sentence: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`,
  };
}

function isUsed({ host }: TargetRow): boolean {
  return host.trim() !== '';
}

function isSame(a: TargetRow, b: TargetRow): boolean {
  return a.host.trim().toLowerCase() === b.host.trim().toLowerCase() && a.port === b.port;
}
