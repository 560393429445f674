/** `nameplate search-console`. Source: docs/reference/search-terms.md. */
import type { Command } from 'commander';
import { maxBodyBytes } from '../api/body/parsers.ts';
import { quoteValue } from '../core/errors.ts';
import { collectBody } from '../resources/request-body.ts';
import { type ApiClient, withApi } from './api-client.ts';
import { formatHelp } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { counted } from './counted.ts';
import { CliError } from './failures.ts';
import { findDomain } from './find-domain.ts';
import { openNamedFile } from './named-file.ts';
import { printJson, printLine } from './output.ts';
import { type ListOptions, listHelp, printListOf, withListOptions } from './paged-list.ts';
import { deleteCommand } from './resource-commands.ts';

const groupHelp = `Usage: nameplate search-console import | list | delete

Imports what people searched for on Google before they saw or visited a custom
domain.

Commands:
  import      import Queries.csv of Google Search Console's export
  list        list the imports of a custom domain
  delete      delete an import

Options:
  -h, --help  print this help
`;

const importHelp = `Usage: nameplate search-console import FILE|- --domain UUID_OR_HOST --from DAY
                                       --to DAY [OPTIONS]

Reads Queries.csv of Google Search Console's export, or standard input with
"-". What was imported for the same days before is replaced. When a line is
wrong nothing is written; the message names the line and the column.

The file doesn't say which days it covers: --from and --to are those of the
report that was exported. The export is a ZIP file; Queries.csv is in it.

Options:
${formatHelp([
  ['--domain UUID_OR_HOST', 'custom domain of the search terms; required'],
  ['--from DAY', 'first day that the file covers, YYYY-MM-DD; required'],
  ['--to DAY', 'last day that it covers, YYYY-MM-DD; required'],
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ['--json', 'print the import as JSON'],
])}

Example:
  nameplate search-console import Queries.csv --domain shop.example.com \\
    --from 2026-10-01 --to 2026-10-31
`;

const of = [
  ['--domain UUID_OR_HOST', 'custom domain of the imports; required'],
  ['--account UUID', 'account that owns it; may be left out when there is one'],
] as const;

const listHelpText = `Usage: nameplate search-console list --domain UUID_OR_HOST [OPTIONS]

Lists the imports of a custom domain, newest first.

Options:
${formatHelp([...of, ...listHelp('imports', ['from', 'to'], 'newest first')])}
`;

type Import = {
  readonly uuid: string;
  readonly from: string;
  readonly to: string;
  readonly terms: number;
  readonly clicks: number;
  readonly impressions: number;
};
type OfDomain = Readonly<Record<string, unknown>>;
type ImportOptions = {
  readonly domain: string;
  readonly from: string;
  readonly to: string;
  readonly account?: string;
  readonly json?: true;
};

const columns = [
  { title: 'UUID', whole: true },
  { title: 'FROM' },
  { title: 'TO' },
  { title: 'TERMS' },
  { title: 'CLICKS' },
  { title: 'IMPRESSIONS' },
];

export function searchConsoleCommand(): Command {
  const list = withListOptions(defineCommand('list', listHelpText).option('--account <uuid>')).action(
    (options: ListOptions & { account?: string; domain?: string }) =>
      printListOf<Import>(
        {
          noun: 'import',
          columns,
          toCells: ({ uuid, from, to, terms, clicks, impressions }) =>
            [uuid, from, to, terms, clicks, impressions].map(String),
          path: (api, accountPath) => importsOf(api, accountPath, options),
        },
        options,
      ),
  );
  const remove = deleteCommand({
    group: 'search-console',
    target: 'UUID',
    what: 'an import and its search terms',
    required: of[0],
    find: async (api, accountPath, target, options) => {
      const path = `${await importsOf(api, accountPath, options)}/${encodeURIComponent(target)}`;
      const { from, to, terms } = await api.get<Import>(path);
      return { path, name: `the import of ${from} to ${to} with ${counted(terms, 'search term')}` };
    },
  });
  const add = defineCommand('import', importHelp)
    .argument('<file>')
    .requiredOption('--from <day>')
    .requiredOption('--to <day>')
    .option('--account <uuid>')
    .option('--json')
    .action(importTerms);
  return defineGroup(
    'search-console',
    groupHelp,
    [add, list, remove].map((command) => command.requiredOption('--domain <uuid_or_host>')),
  );
}

async function importTerms(path: string, options: ImportOptions): Promise<void> {
  const { from, to } = options;
  const csv = await readText(path);
  await withApi(async (api) => {
    const imports = await importsOf(api, await api.accountPath(options.account), options);
    const body = collectBody('json', Object.entries({ from, to, csv }));
    const made = await api.post<Import>(imports, body);
    if (options.json) return printJson(made);
    const { terms, clicks, impressions } = made;
    await printLine(
      `Imported ${counted(terms, 'search term')} with ${counted(clicks, 'click')} and ${counted(impressions, 'impression')} for ${made.from} to ${made.to}.`,
    );
  });
}

/** Errors: one line that names the file. */
async function readText(path: string): Promise<string> {
  const name = path === '-' ? 'standard input' : quoteValue(path);
  await using file = await openNamedFile('FILE', path);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file.chunks) {
    size += chunk.length;
    if (size > maxBodyBytes)
      throw new CliError(`${name} is larger than ${maxBodyBytes} bytes, so it is not Queries.csv`);
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.subarray(0, 4).equals(zip))
    throw new CliError(`${name} is a ZIP file; unpack it and import the Queries.csv in it`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CliError(`${name} is not UTF-8; import Queries.csv as Search Console exports it`);
  }
}

const zip = Buffer.from('PK\u0003\u0004', 'latin1');

/** Where the imports are of the domain that the options name. */
async function importsOf(api: ApiClient, accountPath: string, options: OfDomain = {}): Promise<string> {
  const { uuid } = await findDomain(api, accountPath, String(options['domain']));
  return `/api/v1/analytics/custom_domains/${uuid}/search_term_imports`;
}
