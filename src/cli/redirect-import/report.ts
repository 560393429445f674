/** An import's final report: every refused line, then the counts. */
import { counted } from '../counted.ts';
import { note, printData, printLine } from '../output.ts';
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
    await printLine(`line ${line}${host === '' ? '' : ` (${showHost(host)})`}: ${reason}`);
  }
  for await (const { line, source_host: host, warning } of outcome.warned.read())
    await printLine(`line ${line} (${host}): warning: it ${warning}`);
  const refused = `${outcome.refused.count} refused`;
  const unchanged = outcome.unchanged > 0 ? `, ${outcome.unchanged} unchanged` : '';
  if (dryRun) {
    await printLine(`${outcome.valid.count} would be written${unchanged}, ${refused}`);
    return;
  }
  await printLine(`${outcome.created} created, ${outcome.updated} updated${unchanged}, ${refused}`);
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
  await printData(`${JSON.stringify(counts, null, 2).slice(0, -2)},\n  `);
  await printJsonList('refused', outcome.refused);
  if (outcome.warned.count > 0) {
    await printData(',\n  ');
    await printJsonList('warnings', outcome.warned);
  }
  await printData('\n}\n');
}

async function printJsonList<Value>(name: string, values: TemporaryValues<Value>): Promise<void> {
  await printData(`"${name}": [`);
  let separator = '';
  for await (const value of values.read()) {
    await printData(`${separator}\n    ${JSON.stringify(value)}`);
    separator = ',';
  }
  await printData(`${separator === '' ? '' : '\n  '}]`);
}

const shownHostLength = 80;

/** The host as the file has it, which may be of any length. */
function showHost(host: string): string {
  return host.length > shownHostLength ? `${host.slice(0, shownHostLength)}…` : host;
}
