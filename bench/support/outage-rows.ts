/** What a fault did, as rows of tables. */
import { formatNumber } from './table.ts';
import { type Row, total, totalClosed } from './under-fault.ts';

/** Failures that no fault explains: those of killed workers aside, and requests that clients send again. */
export function unexplainedFailures(rows: readonly Row[]): number {
  return rows
    .filter(({ fault }) => !fault.includes('worker killed'))
    .reduce((sum, { load }) => sum + total(load, 'failed') - totalClosed(load), 0);
}

export function cellsOf({ fault, load, stored }: Row): string[] {
  const figures = [
    load && total(load, 'sent'),
    load && total(load, 'refused'),
    load && total(load, 'failed'),
    load && totalClosed(load),
    load && Math.max(...load.kinds.map(({ latencyMs }) => latencyMs.slowest)),
    stored?.acknowledged,
    stored?.missing,
    stored?.countedTwice,
    stored?.recordsLost,
    stored?.recordsTwice,
  ];
  return [fault, ...figures.map((figure) => formatNumber(figure ?? Number.NaN))];
}

/** The note, and in which ways requests failed. */
export function noteOf({ note, load }: Row): string {
  const why = new Map<string, number>();
  for (const kind of load?.kinds ?? []) {
    for (const [reason, count] of Object.entries(kind.why)) why.set(reason, (why.get(reason) ?? 0) + count);
  }
  return [note, ...[...why].map(([reason, count]) => `${count} × ${reason}`)]
    .filter((part) => part !== '')
    .join('; ');
}

/** What is kept of a row: the numbers of the requests that were answered are too many. */
export function figuresOf({ fault, note, load, stored }: Row): unknown {
  const kinds = load?.kinds.map(({ name, sent, refused, failed, why, latencyMs }) => ({
    name,
    sent,
    refused,
    failed,
    why,
    latencyMs,
  }));
  return { fault, note, stored, kinds };
}
