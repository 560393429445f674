/** `nameplate redirect import`. Source: docs/reference/redirects.md ("Attributes"). */
import { type Command, Option } from 'commander';
import { systemClock } from '../core/clock.ts';
import {
  failedLineColumns,
  ignoredRedirectColumns,
  importedRedirectColumns,
  readSourceHost,
  requiredRedirectColumns,
} from '../resources/redirect.ts';
import { withApi } from './api-client.ts';
import { wrap } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { counted } from './counted.ts';
import { CliError, failureLine } from './failures.ts';
import { openNamedFile } from './named-file.ts';
import { startProgress } from './progress.ts';
import { ApiRedirects } from './redirect-import/api-redirects.ts';
import { warnOfCircles } from './redirect-import/file-circles.ts';
import { Outcome } from './redirect-import/outcome.ts';
import { printReport } from './redirect-import/report.ts';
import { type FormatName, readImportSource } from './redirect-import/source.ts';
import { type Target, validateLines } from './redirect-import/validate.ts';
import { writeLines } from './redirect-import/write.ts';

const help = `Usage: nameplate redirect import FILE|- [OPTIONS]

Creates redirects from a file, or from standard input with "-". The whole file
is read and validated first; when a line is refused nothing is written, the
refused lines are listed with their reasons, and the exit code is 1. Then the
redirects are written in batches of 500, each entirely or not at all, and each
live once it is written. After an interruption, run it again with --update.
Redirects that lead in a circle over hosts of the account or of the file are
written, with a warning; a dry run warns of them too.

Options:
  --format csv|netlify  format of the file (default: by name, then by content)
  --dry-run             validate and report only
  --skip-invalid        write the valid lines although others are refused
  --update              update redirects that the account has for a host already
                        (default: refuse such lines)
  --host HOST           host of _redirects lines whose source is only a path
  --account UUID        account that gets them; may be left out when there is
                        one
  --json                print the report as JSON
  -h, --help            print this help

${csvHelp()}

  source_host,destination_url,redirect_type
  go.example.com,https://www.example.com/welcome,found

Netlify: lines "from to [status][!]" as in a _redirects file. "from" is a URL,
or a path with --host; a trailing * matches a prefix; the status is 301 or 302.
":splat" is accepted where it stands for the whole request path:
"/* https://host/:splat", "/docs/* https://host/docs/:splat". Refused are
rewrites (200), pages (404), placeholders, query parameters and conditions,
most of which "nameplate rules import" takes. The request's query is passed on
unless the destination has one.
Unlike there, "/docs" and "/docs/" are different paths, and a host has one
redirect: of several lines for one host the first is taken.
`;

function csvHelp(): string {
  const optional = importedRedirectColumns.filter((name) => !requiredRedirectColumns.includes(name));
  return wrap(
    `CSV: UTF-8, separated by commas, with a header. The columns are the attributes of the API in any order: ${listed(requiredRedirectColumns)} are required, ${listed(optional)} are optional, and ${listed([...ignoredRedirectColumns, ...failedLineColumns])} are ignored. An empty cell is the default. With --update an attribute without a column stays as it is. What "redirect export" writes can be imported, and so can the lines that the dashboard could not import, once they are fixed.`,
  ).join('\n');
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

type Options = {
  format?: FormatName;
  dryRun?: true;
  skipInvalid?: true;
  update?: true;
  host?: string;
  account?: string;
  json?: true;
};

export function redirectImportCommand(): Command {
  return defineCommand('import', help)
    .argument('<file>')
    .addOption(new Option('--format <format>').choices(['csv', 'netlify']))
    .option('--dry-run')
    .option('--skip-invalid')
    .option('--update')
    .option('--host <host>')
    .option('--account <uuid>')
    .option('--json')
    .action(importRedirects);
}

async function importRedirects(path: string, options: Options): Promise<void> {
  const defaultHost = options.host === undefined ? undefined : readSourceHost(options.host);
  await using file = await openNamedFile('FILE', path);
  const source = await readImportSource(path, file.chunks, { format: options.format, defaultHost });
  await withApi(async (api) => {
    const redirects = new ApiRedirects(api, await api.accountPath(options.account));
    const dryRun = options.dryRun ?? false;
    const target: Target = { redirects, update: options.update ?? false, dryRun };
    await using outcome = await Outcome.create();

    const checking = startProgress('Checking', null, 'lines');
    await validateLines(source, target, outcome, checking.at).finally(checking.stop);

    const refused = outcome.refused.count > 0 && !options.skipInvalid;
    if (dryRun) await warnOfCircles(outcome, redirects, systemClock.now());
    else if (!refused) {
      const writing = startProgress('Writing', outcome.valid.count, 'redirects');
      await writeLines(source.format, target, outcome, writing.at)
        .finally(writing.stop)
        .catch((error: unknown) => {
          throw interrupted(error, outcome);
        });
    }
    await printReport(outcome, { dryRun, held: refused, json: options.json ?? false });
    if (outcome.refused.count > 0 && !options.skipInvalid) process.exitCode = 1;
  });
}

/** A service that fails half-way leaves whole batches behind; the line says how much is there. */
function interrupted(error: unknown, { created, updated }: Outcome): unknown {
  const line = failureLine(error);
  if (line === undefined) return error;
  return new CliError(
    `${line}; before that ${counted(created, 'redirect')} ${created === 1 ? 'was' : 'were'} created and ${updated} updated: run the import again with --update to write the rest`,
    { cause: error },
  );
}
