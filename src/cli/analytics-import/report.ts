/** What an import of files says at its end. */

import type { ImportSummary } from '../../analytics/import/import-reader.ts';
import { formatTimestamp, systemClock } from '../../core/clock.ts';
import { dayMs } from '../../core/time.ts';
import { counted } from '../counted.ts';
import { note, print, printJson, printLine } from '../output.ts';
import { isShipped } from './spool-room.ts';

export type FileReport<Refusal extends string> =
  | (ImportSummary<Refusal> & {
      readonly kind: 'read';
      readonly path: string;
      /** The same as a file before it in the same command, and not imported for that. */
      readonly isRepeated: boolean;
    })
  | { readonly kind: 'failed'; readonly path: string; readonly error: string };

export type ReportKind<Refusal extends string> = {
  /** What is counted: the plural, and its name in JSON. */
  readonly noun: { readonly plural: string; readonly singular: string };
  /** What each reason means. */
  readonly refusals: Readonly<Record<Refusal | 'line_too_long', string>>;
  /** What a person should know about the formats read. */
  readonly hintOf: (format: string | undefined) => string | undefined;
  /** Host of the custom domain. */
  readonly domain: string;
  readonly isDryRun: boolean;
  readonly isJson: boolean;
  /** 0 keeps everything. */
  readonly retentionDays: number;
  readonly spoolPath: string;
};

type ReadFile<Refusal extends string> = Extract<FileReport<Refusal>, { kind: 'read' }>;

export async function printReport<Refusal extends string>(
  reports: readonly FileReport<Refusal>[],
  kind: ReportKind<Refusal>,
): Promise<void> {
  if (kind.isJson) return await printJson(toJson(reports, kind));
  for (const report of reports) if (report.kind === 'read') await print(describeFile(report, kind));
  const total = counted(countRecords(reports), kind.noun.singular, kind.noun.plural);
  await printLine(`${total} ${kind.isDryRun ? 'would be imported' : 'imported'} for ${kind.domain}`);
  tellMore(reports.filter(isImported), kind);
}

function describeFile<Refusal extends string>(
  file: ReadFile<Refusal>,
  { noun, refusals }: ReportKind<Refusal>,
): string {
  const { path, format, lines, records, refused, firstMs, lastMs, isRepeated, ignoredColumns } = file;
  const name = path === '-' ? 'standard input' : path;
  if (format === undefined) return `${name}: no lines\n`;
  const range =
    firstMs === undefined || lastMs === undefined ? '' : ` from ${showTime(firstMs)} to ${showTime(lastMs)}`;
  const repeated = isRepeated ? '; left out, it is the same as a file before' : '';
  const head = `${name}: ${format}, ${counted(lines, 'line')}, ${counted(records, noun.singular, noun.plural)}${range}${repeated}\n`;
  const ignored = ignoredColumns?.length
    ? `  columns without a meaning here: ${ignoredColumns.join(', ')}\n`
    : '';
  const reasons = [...refused].map(
    ([reason, { count, firstLine }]) =>
      `  ${count} refused: ${refusals[reason]} (${reason}, first on line ${firstLine})\n`,
  );
  return head + ignored + reasons.join('');
}

function toJson<Refusal extends string>(
  reports: readonly FileReport<Refusal>[],
  { domain, isDryRun, noun }: ReportKind<Refusal>,
): unknown {
  return {
    domain,
    dry_run: isDryRun,
    [noun.plural]: countRecords(reports),
    files: reports.map((report) => {
      if (report.kind === 'failed') return { file: report.path, error: report.error };
      return {
        file: report.path,
        digest: report.digest,
        format: report.format ?? null,
        lines: report.lines,
        [noun.plural]: report.records,
        repeated: report.isRepeated,
        [`first_${noun.singular}_at`]: report.firstMs === undefined ? null : formatTimestamp(report.firstMs),
        [`last_${noun.singular}_at`]: report.lastMs === undefined ? null : formatTimestamp(report.lastMs),
        refused: [...report.refused].map(([reason, { count, firstLine }]) => ({
          reason,
          lines: count,
          first_line: firstLine,
        })),
        ...(report.ignoredColumns && { ignored_columns: report.ignoredColumns }),
      };
    }),
  };
}

/** What a person should know before they look for what was imported. */
function tellMore<Refusal extends string>(
  imported: readonly ReadFile<Refusal>[],
  { isDryRun, retentionDays, spoolPath, hintOf, noun }: ReportKind<Refusal>,
): void {
  for (const hint of new Set(imported.map(({ format }) => hintOf(format)))) if (hint) note(hint);
  const oldest = Math.min(...imported.map(({ firstMs }) => firstMs ?? Number.POSITIVE_INFINITY));
  if (retentionDays > 0 && systemClock.now() - oldest > retentionDays * dayMs) {
    note(
      `Analytics are kept for ${retentionDays} days (NAMEPLATE_RETENTION_DAYS): older ${noun.plural} are deleted.`,
    );
  }
  if (isDryRun || imported.length === 0) return;
  note(
    isShipped(spoolPath)
      ? 'The running service stores them within seconds, each file once.'
      : 'They are stored when the service starts, each file once.',
  );
}

function countRecords<Refusal extends string>(reports: readonly FileReport<Refusal>[]): number {
  return reports.filter(isImported).reduce((sum, { records }) => sum + records, 0);
}

function isImported<Refusal extends string>(report: FileReport<Refusal>): report is ReadFile<Refusal> {
  return report.kind === 'read' && !report.isRepeated && report.records > 0;
}

function showTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
