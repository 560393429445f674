/** `nameplate export`. Source: docs/reference/exports.md. */
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { type ExportDefinitions, exportResource } from '../features/exports/export.ts';
import { type ApiClient, withApi } from './api-client.ts';
import { attributeHelp, bodyOfOptions, formatHelp, withAttributeOptions } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { CliError } from './failures.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { type ListOptions, listHelp, printListOf, withPageOptions } from './paged-list.ts';
import { startProgress } from './progress.ts';
import { deleteCommand, type ItemOptions, itemIn } from './resource-commands.ts';
import { showTime, Table } from './table.ts';
import { writeFileWhole } from './write-file.ts';

const groupHelp = `Usage: nameplate export list | create | download | delete

An export writes requests, events or visits into a file, or into a bucket.

Commands:
  list        list exports and how far they are
  create      make an export, wait for it and download its file
  download    download an export's file
  delete      cancel an export, or remove its file

Options:
  -h, --help  print this help
`;

const accountOption = ['--account UUID', 'account that owns it; may be left out when there is one'] as const;

const listHelpText = `Usage: nameplate export list [OPTIONS]

Lists the exports of an account, newest first. On a terminal long cells are cut
to fit.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ...listHelp('exports', []).slice(1),
])}
`;

const createHelp = `Usage: nameplate export create --what WHAT --from DAY --to DAY --format FORMAT
                               [OPTIONS]

Makes an export and waits until it is done. Its file goes to --output, or to
standard output unless that is a terminal.

Options:
${formatHelp([
  ...attributeHelp(exportResource, 'create'),
  ['--output FILE', 'where the file goes; - is standard output'],
  ['--no-wait', 'only create it; "export download" gets its file'],
  accountOption,
  ['--json', 'print the export as JSON, and download no file'],
])}
`;

const downloadHelp = `Usage: nameplate export download UUID [OPTIONS]

Downloads the file of an export that is done.

Options:
${formatHelp([['--output FILE', 'where it goes; standard output by default'], accountOption])}
`;

type Export = {
  readonly uuid: string;
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly format: string;
  readonly destination_uuid: string | null;
  readonly state: string;
  readonly progress: {
    readonly rows: number;
    readonly bytes: number;
    readonly days_done: number;
    readonly days: number;
  };
  readonly error: string | null;
  readonly created_at: string;
};

const collection = 'exports';
const find = itemIn(collection);
const pollMs = 1_000;
const columns = [
  { title: 'UUID', whole: true },
  { title: 'WHAT' },
  { title: 'FROM', whole: true },
  { title: 'TO', whole: true },
  { title: 'FORMAT' },
  { title: 'STATE' },
  { title: 'ROWS' },
  { title: 'CREATED', whole: true },
];

type CreateOptions = ItemOptions &
  Readonly<Record<string, unknown>> & { readonly output?: string; readonly wait: boolean };

export function exportCommand(): Command {
  return defineGroup('export', groupHelp, [
    withPageOptions(defineCommand('list', listHelpText).option('--account <uuid>')).action(
      (options: ListOptions & { account?: string }) =>
        printListOf<Export>({ noun: 'export', columns, toCells, path: `/${collection}` }, options),
    ),
    withAttributeOptions<ExportDefinitions>(defineCommand('create', createHelp), exportResource, 'create')
      .option('--output <file>')
      .option('--no-wait')
      .option('--account <uuid>')
      .option('--json')
      .action((options: CreateOptions) => withApi((api) => create(api, options))),
    defineCommand('download', downloadHelp)
      .argument('<uuid>')
      .option('--output <file>')
      .option('--account <uuid>')
      .action((target: string, { output, account }: { output?: string; account?: string }) =>
        withApi(async (api) =>
          download(api, await find(api, await api.accountPath(account), target), output),
        ),
      ),
    deleteCommand({
      group: 'export',
      target: 'UUID',
      what: 'an export, which cancels it or removes its file',
      find: async (api, accountPath, target) => {
        const path = await find(api, accountPath, target);
        const { what, from, to } = await api.get<Export>(path);
        return { path, name: `the export of ${what} from ${from} to ${to}` };
      },
    }),
  ]);
}

async function create(api: ApiClient, { output, wait, ...options }: CreateOptions): Promise<void> {
  const accountPath = await api.accountPath(options.account);
  const body = bodyOfOptions(exportResource, options);
  const created = await api.post<Export>(`${accountPath}/${collection}`, body);
  const path = `${accountPath}/${collection}/${created.uuid}`;
  const isShown = options.json === true || created.destination_uuid !== null || !wait;
  const done = wait ? await waitFor(api, path, created) : created;
  if (options.json) return printJson(done);
  if (isShown) {
    note(wait ? 'The export is done:' : 'Created the export:');
    return print(new Table(columns, outputColumns()).format([toCells(done)]));
  }
  if (output === undefined && process.stdout.isTTY)
    return note(`The export is done; "nameplate export download ${done.uuid} --output FILE" gets its file.`);
  await download(api, path, output);
}

/** Shows how far it is until it has ended; throws when it has failed. */
async function waitFor(api: ApiClient, path: string, created: Export): Promise<Export> {
  const progress = startProgress(
    'Exporting',
    created.progress.days,
    created.progress.days === 1 ? 'day' : 'days',
  );
  let told: string | null = null;
  try {
    for (let one = created; ; one = await api.get<Export>(path)) {
      progress.at(one.progress.days_done);
      if (one.state === 'done') return one;
      if (one.state === 'failed') throw new CliError(`the export failed: ${one.error}`);
      if (one.error !== null && one.error !== told) note(`The export waits: ${one.error}.`);
      told = one.error;
      await sleep(pollMs);
    }
  } finally {
    progress.stop();
  }
}

/** To a file under another name until all of it is there, or to standard output. */
async function download(api: ApiClient, path: string, output = '-'): Promise<void> {
  await api.download(`${path}/file`, async (content) => {
    if (output === '-') return pipeline(content, process.stdout, { end: false });
    await writeFileWhole('--output', output, content);
    note(`Exported to ${output}.`);
  });
}

function toCells({ uuid, what, from, to, format, state, progress, error, created_at }: Export): string[] {
  const { rows, days_done, days } = progress;
  const shown =
    state === 'running' ? `${days_done} of ${days} days` : state === 'failed' ? `failed: ${error}` : state;
  return [uuid, what, from, to, format, shown, String(rows), showTime(created_at)];
}
