/** What imports of files share: the domain, the spool, one file after the other, the report. */

import type { ImportKind } from '../../analytics/import/import-reader.ts';
import type { PlacedSegment } from '../../analytics/ingest/place-segment.ts';
import { type Config, parseConfig } from '../../config/config.ts';
import { readEnvironment } from '../../config/env.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { parseHostOrWildcard } from '../../core/wildcard-host.ts';
import type { CustomDomain } from '../../features/custom-domains/custom-domain-store.ts';
import { CustomDomains } from '../../features/custom-domains/custom-domain-store.ts';
import { makeDataDirectory } from '../../service/data-directory.ts';
import { CliError, failureLine, UsageError } from '../failures.ts';
import { note } from '../output.ts';
import { withStore } from '../store.ts';
import { importFile } from './import-file.ts';
import { type FileReport, printReport, type ReportKind } from './report.ts';

/** Options of every such command. */
export type ImportOptions = {
  readonly domain: string;
  readonly anyHost?: true;
  readonly dryRun?: true;
  readonly json?: true;
  readonly listRefused?: true;
};

/** What tells one import from another. */
export type FilesImport<Item extends object, Refusal extends string> = Pick<
  ReportKind<Refusal>,
  'noun' | 'refusals' | 'hintOf'
> & {
  readonly segmentKind: PlacedSegment['kind'];
  /** Hosts: of lines that are wanted, undefined for all. Called for each file. */
  readonly kindOf: (
    domain: CustomDomain,
    hosts: ReadonlySet<string> | undefined,
  ) => ImportKind<Item, Refusal>;
};

/** Imports files and prints the report; sets the exit code 1 when one of them could not be imported. */
export async function importFiles<Item extends object, Refusal extends string>(
  paths: readonly string[],
  options: ImportOptions,
  files: FilesImport<Item, Refusal>,
): Promise<void> {
  if (paths.filter((path) => path === '-').length > 1) throw new UsageError('"-" can be read only once');
  const config = parseConfig(readEnvironment());
  const domain = await withStore((store) =>
    findDomain(readDomainHost(options.domain), new CustomDomains(store)),
  );
  const isDryRun = options.dryRun ?? false;
  const isJson = options.json ?? false;
  if (!isDryRun) await prepareSpool(config);
  const reports: FileReport<Refusal>[] = [];
  for (const path of paths) {
    const report = await importFile<Item, Refusal>(path, {
      kindOf: () => files.kindOf(domain, options.anyHost ? undefined : hostsOf(domain)),
      segmentKind: files.segmentKind,
      isDryRun,
      onRefused: options.listRefused
        ? (line, reason) => note(`${path}:${line}: ${reason}: ${files.refusals[reason]}`)
        : undefined,
      spool: config.spool,
      digestsBefore: new Set(reports.flatMap((before) => (before.kind === 'read' ? [before.digest] : []))),
    }).catch((error: unknown): FileReport<Refusal> => {
      const line = failureLine(error);
      if (line === undefined) throw error;
      return { kind: 'failed', path, error: line };
    });
    reports.push(report);
    // With --json it stands in the report.
    if (report.kind === 'failed' && !isJson) note(`nameplate: ${report.error}`);
  }
  await printReport(reports, {
    ...files,
    domain: domain.host,
    isDryRun,
    isJson,
    retentionDays: config.analytics.retentionDays,
    spoolPath: config.spool.path,
  });
  if (reports.some(({ kind }) => kind === 'failed')) process.exitCode = 1;
}

function readDomainHost(text: string): string {
  const parsed = parseHostOrWildcard(text);
  if (parsed.ok) return parsed.host;
  throw new UsageError(`--domain ${quoteValue(text)} is not a host name: ${parsed.reason}`);
}

async function findDomain(
  host: string,
  domains: { findByHost(host: string): Promise<CustomDomain | undefined> },
): Promise<CustomDomain> {
  const domain = await domains.findByHost(host);
  if (domain) return domain;
  throw new ServiceError('not_found', `there is no custom domain ${quoteValue(host)}; add it first`);
}

function hostsOf({ host, redirectToWww }: CustomDomain): ReadonlySet<string> {
  return new Set(redirectToWww ? [host, `www.${host}`] : [host]);
}

async function prepareSpool({ dataDir, spool }: Config): Promise<void> {
  try {
    await makeDataDirectory(dataDir);
    await makeDataDirectory(spool.path);
  } catch (error) {
    throw new CliError(
      `cannot write the spool ${quoteValue(spool.path)}: ${failureLine(error) ?? 'it failed'}`,
      { cause: error },
    );
  }
}
