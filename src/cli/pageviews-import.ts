/** `nameplate pageviews import`. Source: docs/guides/import-pageviews.md. */
import type { Command } from 'commander';
import { pageviewImport } from '../analytics/pageview-import/pageview-import.ts';
import { pageviewRefusals } from '../analytics/pageview-import/pageview-line.ts';
import { systemClock } from '../core/clock.ts';
import { type ImportOptions, importFiles } from './analytics-import/import-files.ts';
import { defineCommand } from './command.ts';

const help = `Usage: nameplate pageviews import --domain HOST FILE|-... [OPTIONS]

Counts pageviews and custom events that were measured elsewhere for a custom
domain, at the times and for the visitors that the files name. The files are
handed to the running service through its spool and stored within seconds, or at
its next start. The same file is counted once however often it is imported, also
under another name or compressed; a file that has grown since is another file.

Read are CSV with a header and JSON lines, plain or compressed with gzip, "-"
is standard input. Every line needs

  time       ISO 8601 with a zone, or seconds or milliseconds since 1970
  visitor    any text that stands for one person; only a hash of it is stored
  url, path  of the page

and may have query, host, referrer, referrer_path, source, utm_source,
utm_medium, utm_campaign, utm_term, utm_content, browser, operating_system,
screen, width, country, region, region_name, city, user_agent, ip, event,
event_type, props, revenue_amount and revenue_currency. What is missing is found
out as for live pageviews, where the line has what it takes. Read as they are:
events of Umami (CSV) and of Google Analytics 4 (BigQuery export, JSON lines).
Lines that cannot be read are left out and counted by reason.

Options:
  --domain HOST   custom domain that the events are counted for
  --any-host      take lines that name another host than the domain's too
  --utc           take times without a zone as UTC instead of refusing them
  --dry-run       read and report only
  --list-refused  name each line that is left out, and why, on standard error
  --json          print the report as JSON
  -h, --help      print this help

Exit code 1 when a file could not be imported.
`;

type Options = ImportOptions & { readonly utc?: true };

export function pageviewsImportCommand(): Command {
  return defineCommand('import', help)
    .argument('<files...>')
    .requiredOption('--domain <host>')
    .option('--any-host')
    .option('--utc')
    .option('--dry-run')
    .option('--list-refused')
    .option('--json')
    .action(importPageviews);
}

async function importPageviews(paths: readonly string[], options: Options): Promise<void> {
  await importFiles(paths, options, {
    noun: { singular: 'pageview', plural: 'pageviews' },
    refusals: pageviewRefusals,
    hintOf: () => undefined,
    segmentKind: 'import-pageviews',
    kindOf: ({ uuid: domainUuid, referrerPaths }, hosts) =>
      pageviewImport({
        domainUuid,
        referrerPaths,
        hosts,
        nowMs: systemClock.now(),
        assumeUtc: options.utc ?? false,
      }),
  });
}
