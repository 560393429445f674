/** `nameplate redirect export`. Source: docs/reference/redirects.md ("Attributes"). */
import { type Command, Option } from 'commander';
import { maxPerPage } from '../api/query.ts';
import { formatCsvLine } from '../core/csv.ts';
import { exportedRedirectColumns } from '../resources/redirect.ts';
import { type ApiClient, withApi } from './api-client.ts';
import { defineCommand } from './command.ts';
import { CliError } from './failures.ts';
import { note, printData } from './output.ts';
import { pagesOf } from './paged-list.ts';
import { gather, writeFileWhole } from './write-file.ts';

const help = `Usage: nameplate redirect export [FILE] [--account UUID] [--csv|--json]

Writes all redirects of an account, in order of source host, to a file or to
standard output. An existing file is replaced only once everything is written.

Options:
  --csv           CSV with a header (default); "redirect import" takes it again
  --json          one JSON array of redirects as in the API
  --account UUID  account to export; may be left out when there is one
  -h, --help      print this help

Values are written as they are. A spreadsheet may take a value that begins
with "=", "+", "-" or "@" for a formula. Escaping would change the value, and
the file could not be imported again.
`;

type Options = { account?: string; csv?: true; json?: true };

export function redirectExportCommand(): Command {
  return defineCommand('export', help)
    .argument('[file]')
    .option('--csv')
    .addOption(new Option('--json').conflicts('csv'))
    .option('--account <uuid>')
    .action(exportRedirects);
}

async function exportRedirects(path: string | undefined, options: Options): Promise<void> {
  await withApi(async (api) => {
    const redirects = allRedirects(api, await api.accountPath(options.account));
    const chunks = gather(options.json ? jsonPieces(redirects) : csvPieces(redirects));
    if (path === undefined || path === '-') {
      for await (const chunk of chunks) await printData(chunk);
    } else {
      await writeFileWhole('FILE', path, chunks);
      note(`Exported to ${path}.`);
    }
  });
}

type Wire = Readonly<Record<string, unknown>> & { readonly source_host: string };

/** In order of source host, each once. Fails where others come or go meanwhile: pages move then. */
async function* allRedirects(api: ApiClient, accountPath: string): AsyncGenerator<Wire> {
  const query = { sort: 'source_host' };
  const read = (limit: number, offset: number) =>
    api.page<Wire>(`${accountPath}/redirects`, query, limit, offset);
  const seen = new Set<string>();
  let total = 0;
  for await (const { items, count } of pagesOf({ read }, maxPerPage)) {
    total = count;
    for (const redirect of items) {
      if (seen.has(redirect.source_host)) continue;
      seen.add(redirect.source_host);
      yield redirect;
    }
  }
  if (seen.size !== total)
    throw new CliError('redirects were created or deleted meanwhile; export them again');
}

async function* csvPieces(redirects: AsyncIterable<Wire>): AsyncGenerator<string> {
  yield formatCsvLine(exportedRedirectColumns);
  for await (const redirect of redirects)
    yield formatCsvLine(exportedRedirectColumns.map((name) => String(redirect[name])));
}

async function* jsonPieces(redirects: AsyncIterable<Wire>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const redirect of redirects) {
    yield `${before}${JSON.stringify(redirect)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
