/** `nameplate logs import`. Source: docs/guides/import-logs.md. */
import { type Command, Option } from 'commander';
import { lineRefusals } from '../analytics/access-log/access-log-line.ts';
import { type DurationUnit, durationUnits } from '../analytics/access-log/durations.ts';
import { type LogFormat, logFormats } from '../analytics/access-log/formats.ts';
import { logImport } from '../analytics/access-log/log-import.ts';
import { type ImportOptions, importFiles } from './analytics-import/import-files.ts';
import { defineCommand } from './command.ts';

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
  --duration-unit U   unit of durations in JSON that are numbers: s, ms, us or
                      ns (default: s, if the file shows that they are)
  --any-host          take lines that name another host than the domain's too
  --forwarded-for     take the client's address from X-Forwarded-For, the last
                      one in it, where the log has that
  --dry-run           read and report only
  --list-refused      name each line that is left out, and why, on standard
                      error
  --json              print the report as JSON
  -h, --help          print this help

The common and combined formats have no durations: their requests count as 0 s
in response times. Exit code 1 when a file could not be imported.
`;

type Options = ImportOptions & {
  readonly format?: LogFormat;
  readonly durationUnit?: DurationUnit;
  readonly forwardedFor?: true;
};

export function logsImportCommand(): Command {
  return defineCommand('import', help)
    .argument('<files...>')
    .requiredOption('--domain <host>')
    .addOption(new Option('--format <format>').choices(logFormats))
    .addOption(new Option('--duration-unit <unit>').choices(durationUnits))
    .option('--any-host')
    .option('--forwarded-for')
    .option('--dry-run')
    .option('--list-refused')
    .option('--json')
    .action(importLogs);
}

async function importLogs(paths: readonly string[], options: Options): Promise<void> {
  const { format, durationUnit, forwardedFor: useForwardedFor = false } = options;
  await importFiles(paths, options, {
    noun: { singular: 'request', plural: 'requests' },
    refusals: lineRefusals,
    hintOf: (found) =>
      found === 'combined'
        ? 'The combined format has no durations: these requests count as 0 s in response times.'
        : undefined,
    segmentKind: 'import-requests',
    kindOf: ({ uuid: domainUuid, host: domainHost, referrerPaths }, hosts) =>
      logImport({ domainUuid, domainHost, referrerPaths, hosts, format, durationUnit, useForwardedFor }),
  });
}
