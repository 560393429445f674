/** `versions` and `restore` of what has versions, and `nameplate audit undo`. Source: docs/reference/versions.md. */
import type { Command } from 'commander';
import { defaultPerPage, maxPerPage } from '../api/query.ts';
import { emptyBody } from '../resources/request-body.ts';
import { type ApiClient, withApi } from './api-client.ts';
import { formatHelp } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { printJson, printLine } from './output.ts';
import { type ListOptions, printListOf, withPageOptions } from './paged-list.ts';
import { type ItemOptions, itemCommand } from './resource-commands.ts';

type VersionedThing = {
  /** The group that the commands are in. */
  readonly group: string;
  readonly target: 'UUID' | 'UUID_OR_HOST' | 'HOST';
  /** In sentences: `a redirect`. */
  readonly what: string;
  /** Where it is in the API. */
  readonly find: (api: ApiClient, accountPath: string, target: string) => Promise<string>;
};

type Version = {
  readonly n: number;
  readonly created_at: string;
  readonly actor: { readonly name: string } | null;
  readonly attributes: object;
};

const account = ['--account UUID', 'account that owns it; may be left out when there is one'] as const;

export function versionCommands({ group, target, what, find }: VersionedThing): readonly Command[] {
  const argument = `<${target.toLowerCase()}>`;
  const listHelp = `Usage: nameplate ${group} versions ${target} [OPTIONS]

Lists the versions of ${what}, newest first; the first line is the
current one. On a terminal long cells are cut to fit.

Options:
${formatHelp([
  account,
  ['--page N', 'page to show (default: 1)'],
  ['--per-page N', `versions on a page, 1 to ${maxPerPage} (default: ${defaultPerPage})`],
  ['--all', 'all pages, one after the other'],
  ['--json', 'print {"data": […], "pagination": {…}} as the API does'],
])}
`;
  const restoreHelp = `Usage: nameplate ${group} restore ${target} N [--account UUID] [--json]

Restores version N of ${what}, as an update does. Secrets stay as
they are.

Options:
${formatHelp([account, ['--json', 'print the answer of the API']])}
`;
  return [
    withPageOptions(defineCommand('versions', listHelp).argument(argument).option('--account <uuid>')).action(
      (named: string, options: ListOptions & { account?: string }) =>
        printListOf<Version>(
          {
            noun: 'version',
            path: async (api, accountPath) => `${await find(api, accountPath, named)}/versions`,
            columns: [
              { title: 'N', whole: true },
              { title: 'TIME', whole: true },
              { title: 'ACTOR' },
              { title: 'ATTRIBUTES' },
            ],
            toCells,
          },
          options,
        ),
    ),
    defineCommand('restore', restoreHelp)
      .argument(argument)
      .argument('<n>')
      .option('--account <uuid>')
      .option('--json')
      .action((named: string, n: string, options: ItemOptions) =>
        withApi(async (api) => {
          const path = await find(api, await api.accountPath(options.account), named);
          const answer = await api.post<object>(
            `${path}/versions/${encodeURIComponent(n)}/restore`,
            emptyBody,
          );
          await (options.json ? printJson(answer) : printLine(`Version ${n} was restored.`));
        }),
      ),
  ];
}

const undoHelp = `Usage: nameplate audit undo UUID [--account UUID] [--json]

Undoes one change of the audit trail: what was changed gets its values from
before, what was created is deleted, what was deleted is created again. Fails
if the same was changed since.

Options:
${formatHelp([account, ['--json', 'print the change that undid it']])}
`;

type Change = { readonly action: string; readonly resource: string; readonly resource_name: string };

export function undoCommand(): Command {
  return itemCommand('undo', undoHelp, '<uuid>', async (api, accountPath, uuid, { json }) => {
    const path = `${accountPath}/audit_events/${encodeURIComponent(uuid)}/undo`;
    const change = await api.post<Change>(path, emptyBody);
    const { action, resource, resource_name: name } = change;
    await (json ? printJson(change) : printLine(`Undone: ${resource} ${name} was ${action}.`));
  });
}

function toCells({ n, created_at, actor, attributes }: Version): string[] {
  return [String(n), created_at, actor?.name ?? '-', JSON.stringify(attributes)];
}
