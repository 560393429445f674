/** `nameplate logs import`. Source: docs/guides/import-logs.md. */
import { type Command, Option } from 'commander';
import { type LogFormat, logFormats } from '../analytics/access-log/formats.ts';
import type { Config } from '../config/config.ts';
import { parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import type { CustomDomain } from '../control/custom-domains.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseHostname } from '../core/hostname.ts';
import { makeDataDirectory } from '../data-directory.ts';
import { defineCommand } from './command.ts';
import { CliError, failureLine, UsageError } from './failures.ts';
import { importFile } from './logs-import/import-file.ts';
import { type FileReport, printReport } from './logs-import/report.ts';
import { note } from './output.ts';
import { withStore } from './store.ts';

const help = `Usage: nameplate logs import --domain HOST FILE|-... [OPTIONS]

Counts the requests of access logs for a custom domain, as if the edge had
answered them. The files are handed to the running service through its spool
and stored within seconds, or at its next start. The same file is counted once
however often it is imported, also under another name or compressed; a log that
has grown since is another file, so import logs that are rotated away.

Read are the common and combined formats of nginx and Apache, nginx's JSON and
Caddy's JSON, plain or compressed with gzip, "-" is standard input. Each file
is read to its end before any of it is handed over. Lines that cannot be read
are left out and counted by reason.

Options:
  --domain HOST       custom domain that the requests are counted for
  --format FORMAT     combined, nginx-json or caddy-json (default: by content)
  --any-host          take lines that name another host than the domain's too
  --forwarded-for     take the client's address from X-Forwarded-For, the last
                      one in it, where the log has that
  --dry-run           read and report only
  --json              print the report as JSON
  -h, --help          print this help

The common and combined formats have no durations: their requests count as 0 s
in response times. Exit code 1 when a file could not be imported.
`;

type Options = {
  domain: string;
  format?: LogFormat;
  anyHost?: true;
  forwardedFor?: true;
  dryRun?: true;
  json?: true;
};

export function logsImportCommand(): Command {
  return defineCommand('import', help)
    .argument('<files...>')
    .requiredOption('--domain <host>')
    .addOption(new Option('--format <format>').choices(logFormats))
    .option('--any-host')
    .option('--forwarded-for')
    .option('--dry-run')
    .option('--json')
    .action(importLogs);
}

async function importLogs(paths: readonly string[], options: Options): Promise<void> {
  if (paths.filter((path) => path === '-').length > 1) throw new UsageError('"-" can be read only once');
  const config = parseConfig(readEnvironment());
  const domain = await withStore((store) => findDomain(readDomainHost(options.domain), store.customDomains));
  await prepareSpool(config);
  const reports: FileReport[] = [];
  for (const path of paths) {
    const report = await importFile(path, {
      domainUuid: domain.uuid,
      hosts: options.anyHost ? undefined : hostsOf(domain),
      format: options.format,
      useForwardedFor: options.forwardedFor ?? false,
      isDryRun: options.dryRun ?? false,
      spool: config.spool,
      digestsBefore: new Set(reports.flatMap((before) => (before.kind === 'read' ? [before.digest] : []))),
    }).catch((error: unknown): FileReport => {
      const line = failureLine(error);
      if (line === undefined) throw error;
      return { kind: 'failed', path, error: line };
    });
    reports.push(report);
    // With --json it stands in the report.
    if (report.kind === 'failed' && !options.json) note(`nameplate: ${report.error}`);
  }
  await printReport(reports, {
    domain: domain.host,
    isDryRun: options.dryRun ?? false,
    isJson: options.json ?? false,
    retentionDays: config.analytics.retentionDays,
    spoolPath: config.spool.path,
  });
  if (reports.some(({ kind }) => kind === 'failed')) process.exitCode = 1;
}

function readDomainHost(text: string): string {
  const parsed = parseHostname(text);
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
      {
        cause: error,
      },
    );
  }
}
