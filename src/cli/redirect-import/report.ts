/** An import's final report: every refused line, then the counts. */
import { counted } from '../counted.ts';
import { note, print } from '../output.ts';
import type { Outcome } from './outcome.ts';
import type { TemporaryValues } from './temporary-values.ts';

export type ReportKind = {
  readonly dryRun: boolean;
  /** Nothing was written because lines are refused. */
  readonly held: boolean;
  readonly json: boolean;
};

/** Prints the report; refused lines are read from disk, so that a million of them are no problem. */
export function printReport(outcome: Outcome, kind: ReportKind): Promise<void> {
  return kind.json ? printJsonReport(outcome, kind) : printTextReport(outcome, kind);
}

async function printTextReport(outcome: Outcome, { dryRun, held }: ReportKind): Promise<void> {
  for await (const { line, source_host: host, reason } of outcome.refused.read()) {
    await print(`line ${line}${host === '' ? '' : ` (${showHost(host)})`}: ${reason}\n`);
  }
  for await (const { line, source_host: host, warning } of outcome.warned.read())
    await print(`line ${line} (${host}): warning: it ${warning}\n`);
  const refused = `${outcome.refused.count} refused`;
  const unchanged = outcome.unchanged > 0 ? `, ${outcome.unchanged} unchanged` : '';
  if (dryRun) {
    await print(`${outcome.valid.count} would be written${unchanged}, ${refused}\n`);
    return;
  }
  await print(`${outcome.created} created, ${outcome.updated} updated${unchanged}, ${refused}\n`);
  if (held && outcome.valid.count > 0) {
    note(
      `Nothing was written. --skip-invalid writes the ${counted(outcome.valid.count, 'valid line')} without the others.`,
    );
  }
}

async function printJsonReport(outcome: Outcome, { dryRun, held }: ReportKind): Promise<void> {
  const counts = {
    dry_run: dryRun,
    written: !dryRun && !held,
    valid: outcome.valid.count,
    created: outcome.created,
    updated: outcome.updated,
    unchanged: outcome.unchanged,
  };
  await print(`${JSON.stringify(counts, null, 2).slice(0, -2)},\n  `);
  await printJsonList('refused', outcome.refused);
  if (outcome.warned.count > 0) {
    await print(',\n  ');
    await printJsonList('warnings', outcome.warned);
  }
  await print('\n}\n');
}

async function printJsonList<Value>(name: string, values: TemporaryValues<Value>): Promise<void> {
  await print(`"${name}": [`);
  let separator = '';
  for await (const value of values.read()) {
    await print(`${separator}\n    ${JSON.stringify(value)}`);
    separator = ',';
  }
  await print(`${separator === '' ? '' : '\n  '}]`);
}

const shownHostLength = 80;
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** The host as the file has it, fit for a terminal. */
function showHost(host: string): string {
  const shown = host.length > shownHostLength ? `${host.slice(0, shownHostLength)}…` : host;
  return shown.replace(control, '\ufffd');
}
