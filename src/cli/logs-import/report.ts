/** What an import of logs says at its end. */
import { lineRefusals } from '../../analytics/access-log/access-log-line.ts';
import type { LogSummary } from '../../analytics/access-log/log-reader.ts';
import { formatTimestamp, systemClock } from '../../core/clock.ts';
import { note, print, printJson } from '../output.ts';
import { isShipped } from './spool-room.ts';

export type FileReport =
  | (LogSummary & {
      readonly kind: 'read';
      readonly path: string;
      /** The same as a file before it in the same command, and not imported for that. */
      readonly isRepeated: boolean;
    })
  | { readonly kind: 'failed'; readonly path: string; readonly error: string };

export type ReportKind = {
  /** Host of the custom domain. */
  readonly domain: string;
  readonly isDryRun: boolean;
  readonly isJson: boolean;
  /** 0 keeps everything. */
  readonly retentionDays: number;
  readonly spoolPath: string;
};

type ReadFile = Extract<FileReport, { kind: 'read' }>;

const dayMs = 86_400_000;

export async function printReport(reports: readonly FileReport[], kind: ReportKind): Promise<void> {
  if (kind.isJson) return await printJson(toJson(reports, kind));
  for (const report of reports) if (report.kind === 'read') await print(describeFile(report));
  const requests = countRequests(reports);
  if (kind.isDryRun) await print(`${requests} requests would be imported for ${kind.domain}\n`);
  else await print(`${requests} requests imported for ${kind.domain}\n`);
  tellMore(reports.filter(isImported), kind);
}

function describeFile(file: ReadFile): string {
  const { path, format, lines, requests, refused, firstMs, lastMs, isRepeated } = file;
  const name = path === '-' ? 'standard input' : path;
  if (format === undefined) return `${name}: no lines\n`;
  const range =
    firstMs === undefined || lastMs === undefined ? '' : ` from ${showTime(firstMs)} to ${showTime(lastMs)}`;
  const repeated = isRepeated ? '; left out, it is the same as a file before' : '';
  const head = `${name}: ${format}, ${lines} lines, ${requests} requests${range}${repeated}\n`;
  const reasons = [...refused].map(
    ([reason, { count, firstLine }]) =>
      `  ${count} refused: ${lineRefusals[reason]} (${reason}, first on line ${firstLine})\n`,
  );
  return head + reasons.join('');
}

function toJson(reports: readonly FileReport[], { domain, isDryRun }: ReportKind): unknown {
  return {
    domain,
    dry_run: isDryRun,
    requests: countRequests(reports),
    files: reports.map((report) => {
      if (report.kind === 'failed') return { file: report.path, error: report.error };
      return {
        file: report.path,
        digest: report.digest,
        format: report.format ?? null,
        lines: report.lines,
        requests: report.requests,
        repeated: report.isRepeated,
        first_request_at: report.firstMs === undefined ? null : formatTimestamp(report.firstMs),
        last_request_at: report.lastMs === undefined ? null : formatTimestamp(report.lastMs),
        refused: [...report.refused].map(([reason, { count, firstLine }]) => ({
          reason,
          lines: count,
          first_line: firstLine,
        })),
      };
    }),
  };
}

/** What a person should know before they look for the requests. */
function tellMore(imported: readonly ReadFile[], { isDryRun, retentionDays, spoolPath }: ReportKind): void {
  if (imported.some(({ format }) => format === 'combined')) {
    note('The combined format has no durations: these requests count as 0 s in response times.');
  }
  const oldest = Math.min(...imported.map(({ firstMs }) => firstMs ?? Number.POSITIVE_INFINITY));
  if (retentionDays > 0 && systemClock.now() - oldest > retentionDays * dayMs) {
    note(
      `Analytics are kept for ${retentionDays} days (NAMEPLATE_RETENTION_DAYS): older requests are deleted.`,
    );
  }
  if (isDryRun || imported.length === 0) return;
  note(
    isShipped(spoolPath)
      ? 'The running service stores them within seconds, each file once.'
      : 'They are stored when the service starts, each file once.',
  );
}

function countRequests(reports: readonly FileReport[]): number {
  return reports.filter(isImported).reduce((sum, { requests }) => sum + requests, 0);
}

function isImported(report: FileReport): report is ReadFile {
  return report.kind === 'read' && !report.isRepeated && report.requests > 0;
}

function showTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
