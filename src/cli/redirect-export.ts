/** `nameplate redirect export`. Source: docs/reference/redirects.md ("Attributes"). */
import { type Command, Option } from 'commander';
import { formatCsvLine } from '../core/csv.ts';
import { redirectToWire } from '../features/redirects/wire.ts';
import type { Redirect } from '../resources/redirect.ts';
import { exportedRedirectColumns } from '../resources/redirect.ts';
import { defineCommand } from './command.ts';
import { note, print } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
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
  await withStore(async (store) => {
    const redirects = store.redirects.export(await chooseAccount(store, options.account));
    const chunks = gather(options.json ? jsonPieces(redirects) : csvPieces(redirects));
    if (path === undefined || path === '-') {
      for await (const chunk of chunks) await print(chunk);
    } else {
      await writeFileWhole(path, chunks);
      note(`Exported to ${path}.`);
    }
  });
}

async function* csvPieces(redirects: AsyncIterable<Redirect>): AsyncGenerator<string> {
  yield formatCsvLine(exportedRedirectColumns);
  for await (const redirect of redirects) {
    const wire = redirectToWire(redirect);
    yield formatCsvLine(exportedRedirectColumns.map((name) => String(wire[name])));
  }
}

async function* jsonPieces(redirects: AsyncIterable<Redirect>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const redirect of redirects) {
    yield `${before}${JSON.stringify(redirectToWire(redirect))}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
