/** `nameplate view`. Source: docs/reference/saved-views.md. */
import type { Command } from 'commander';
import { savedViews } from '../features/saved-views/feature.ts';
import { attributeHelp, formatHelp } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { note, outputColumns, print } from './output.ts';
import { type ListOptions, listHelp, printListOf, withListOptions } from './paged-list.ts';
import { createCommand, deleteCommand, type Shown, updateCommand } from './resource-commands.ts';
import { Table } from './table.ts';

const groupHelp = `Usage: nameplate view list | create | update | delete

A saved view is a way to look at analytics, kept by an account under a name.

Commands:
  list        list saved views
  create      save a view
  update      change a saved view
  delete      delete a saved view

Options:
  -h, --help  print this help
`;

const { resource, path: collection } = savedViews;

const listHelpText = `Usage: nameplate view list [OPTIONS]

Lists the saved views of an account, newest first. On a terminal long cells are
cut to fit.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ...listHelp('views', ['name'], 'newest first'),
])}
`;

const others = [
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ['--json', 'print the view as JSON'],
] as const;

const createHelp = `Usage: nameplate view create --name NAME --query-string QUERY [OPTIONS]

Saves a view.

Options:
${formatHelp([...attributeHelp(resource, 'create'), ...others])}
`;

const updateHelp = `Usage: nameplate view update UUID [OPTIONS]

Changes a saved view. Options that you leave out change nothing.

Options:
${formatHelp([...attributeHelp(resource, 'update'), ...others])}
`;

type View = { readonly uuid: string; readonly name: string; readonly query_string: string };

const columns = [{ title: 'UUID', whole: true }, { title: 'NAME' }, { title: 'QUERY' }];

const shown: Shown<typeof resource.definitions, View> = {
  resource,
  argument: '<uuid>',
  name: () => 'the view',
  find: (_api, _accountPath, target) => Promise.resolve(`${collection}/${encodeURIComponent(target)}`),
  show: async (_api, _path, view, title) => {
    note(title);
    await print(new Table(columns, outputColumns()).format([toCells(view)]));
  },
};

export function viewCommand(): Command {
  return defineGroup('view', groupHelp, [
    withListOptions(defineCommand('list', listHelpText).option('--account <uuid>')).action(
      (options: ListOptions & { account?: string }) =>
        printListOf<View>({ noun: 'view', columns, toCells, path: collection }, options),
    ),
    createCommand(createHelp, shown, () => Promise.resolve(collection)),
    updateCommand(updateHelp, shown),
    deleteCommand({
      group: 'view',
      target: 'UUID',
      what: 'a saved view',
      find: async (api, accountPath, target) => {
        const path = await shown.find(api, accountPath, target);
        const { name } = await api.get<View>(path);
        return { path, name: `the view ${JSON.stringify(name)}` };
      },
    }),
  ]);
}

function toCells({ uuid, name, query_string }: View): string[] {
  return [uuid, name, query_string];
}
