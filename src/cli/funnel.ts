/** `nameplate funnel`. Source: docs/reference/funnels.md ("Saved funnels"). */
import type { Command } from 'commander';
import { savedFunnels } from '../features/funnels/saved-funnel.ts';
import type { ApiClient } from './api-client.ts';
import { attributeHelp, formatHelp } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { findDomain, funnelsPath } from './find-domain.ts';
import { queryFunnelCommand } from './funnel-query.ts';
import { note, outputColumns, print } from './output.ts';
import { type ListOptions, listHelp, printListOf, withListOptions } from './paged-list.ts';
import { createCommand, deleteCommand, type Shown, updateCommand } from './resource-commands.ts';
import { Table } from './table.ts';

const groupHelp = `Usage: nameplate funnel list | create | update | delete | query

A saved funnel keeps steps that visitors of a custom domain take in order, under
a name.

Commands:
  list        list the saved funnels of a custom domain
  create      save a funnel
  update      change a saved funnel
  delete      delete a saved funnel
  query       count the visitors who take the steps of a saved funnel

Options:
  -h, --help  print this help
`;

const { resource } = savedFunnels;

const others = [
  ['--domain UUID_OR_HOST', 'custom domain of the funnel; required'],
  ['--account UUID', 'account that owns it; may be left out when there is one'],
] as const;
const shownAsJson = [...others, ['--json', 'print the funnel as JSON']] as const;

const listHelpText = `Usage: nameplate funnel list --domain UUID_OR_HOST [OPTIONS]

Lists the saved funnels of a custom domain, newest first. On a terminal long
cells are cut to fit.

Options:
${formatHelp([
  ['--domain UUID_OR_HOST', 'custom domain to list; required'],
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ...listHelp('funnels', ['name'], 'newest first'),
])}
`;

const createHelp = `Usage: nameplate funnel create --domain UUID_OR_HOST --name NAME --steps JSON
                               [OPTIONS]

Saves a funnel. docs/reference/funnels.md says what a step may be.

Options:
${formatHelp([...attributeHelp(resource, 'create'), ...shownAsJson])}

Example:
  nameplate funnel create --domain shop.example.com --name Sign-ups \\
    --steps '[{"page":"/pricing"},{"event":"Signup"}]'
`;

const updateHelp = `Usage: nameplate funnel update UUID --domain UUID_OR_HOST [OPTIONS]

Changes a saved funnel. Options that you leave out change nothing.

Options:
${formatHelp([...attributeHelp(resource, 'update'), ...shownAsJson])}
`;

type Funnel = {
  readonly uuid: string;
  readonly name: string;
  readonly steps: readonly { readonly goal?: string; readonly event?: string; readonly page?: string }[];
  readonly scope: string;
};
type OfDomain = Readonly<Record<string, unknown>>;

const columns = [{ title: 'UUID', whole: true }, { title: 'NAME' }, { title: 'STEPS' }, { title: 'SCOPE' }];

const shown: Shown<typeof resource.definitions, Funnel> = {
  resource,
  argument: '<uuid>',
  name: () => 'the funnel',
  find: async (api, accountPath, target, options) =>
    `${await funnelsOf(api, accountPath, options)}/${encodeURIComponent(target)}`,
  show: async (_api, _path, funnel, title) => {
    note(title);
    await print(new Table(columns, outputColumns()).format([toCells(funnel)]));
  },
};

export function funnelCommand(): Command {
  const list = withListOptions(defineCommand('list', listHelpText).option('--account <uuid>')).action(
    (options: ListOptions & { account?: string; domain?: string }) =>
      printListOf<Funnel>(
        {
          noun: 'funnel',
          columns,
          toCells,
          path: (api, accountPath) => funnelsOf(api, accountPath, options),
        },
        options,
      ),
  );
  const commands = [
    list,
    createCommand(createHelp, shown, funnelsOf),
    updateCommand(updateHelp, shown),
    deleteCommand({
      group: 'funnel',
      target: 'UUID',
      what: 'a saved funnel',
      required: others[0],
      find: async (api, accountPath, target, options) => {
        const path = await shown.find(api, accountPath, target, options);
        const { name } = await api.get<Funnel>(path);
        return { path, name: `the funnel ${JSON.stringify(name)}` };
      },
    }),
    queryFunnelCommand(),
  ];
  return defineGroup(
    'funnel',
    groupHelp,
    commands.map((command) => command.requiredOption('--domain <uuid_or_host>')),
  );
}

/** Where the saved funnels are of the domain that the options name. */
async function funnelsOf(api: ApiClient, accountPath: string, options: OfDomain = {}): Promise<string> {
  return funnelsPath(await findDomain(api, accountPath, String(options['domain'])));
}

function toCells({ uuid, name, steps, scope }: Funnel): string[] {
  const shownSteps = steps.map(({ goal, event, page }) => event ?? page ?? `goal ${goal}`);
  return [uuid, name, shownSteps.join(' > '), scope];
}
