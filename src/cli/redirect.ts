/** `nameplate redirect`. Source: docs/reference/redirects.md. */
import type { Command } from 'commander';
import { quoteValue } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { readSourceHost, redirectResource, redirectSortFields } from '../resources/redirect.ts';
import type { ApiClient } from './api-client.ts';
import {
  attributeHelp,
  filterHelp,
  filterQueryOf,
  formatHelp,
  withFilterOptions,
} from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { noteOtherSettings } from './other-settings.ts';
import { note, outputColumns, print } from './output.ts';
import { type ListOptions, listHelp, printListOf, withListOptions } from './paged-list.ts';
import { redirectExportCommand } from './redirect-export.ts';
import { redirectImportCommand } from './redirect-import.ts';
import { createCommand, deleteCommand, type Shown, updateCommand } from './resource-commands.ts';
import { ApiError } from './sending.ts';
import { Table } from './table.ts';
import { versionCommands } from './versions.ts';

const groupHelp = `Usage: nameplate redirect list | create | update | delete | versions |
                          restore | import | export

A redirect sends the requests for one host to a destination URL.

Commands:
  list        list redirects
  create      create a redirect
  update      change a redirect
  delete      delete a redirect
  versions    list the versions of a redirect
  restore     restore a version of a redirect
  import      create redirects from a CSV or _redirects file
  export      write all redirects as CSV or JSON

Options:
  -h, --help  print this help
`;

const listHelpText = `Usage: nameplate redirect list [OPTIONS]

Lists redirects of an account, newest first. APPENDS shows which parts of the
request are appended to the destination. On a terminal long cells are cut to
fit.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ...filterHelp(redirectResource),
  ...listHelp('redirects', redirectSortFields),
])}
`;

const others = [
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ['--json', 'print the redirect as JSON'],
] as const;

const createHelp = `Usage: nameplate redirect create --source-host HOST --destination-url URL
                                 [OPTIONS]

Creates a redirect. Values are those of the API.

Options:
${formatHelp([...attributeHelp(redirectResource, 'create'), ...others])}
`;

const updateHelp = `Usage: nameplate redirect update UUID_OR_HOST [OPTIONS]

Changes a redirect. Options that you leave out change nothing.

Options:
${formatHelp([...attributeHelp(redirectResource, 'update'), ...others])}
`;

export type WireRedirect = {
  readonly uuid: string;
  readonly source_host: string;
  readonly match_path: string;
  readonly destination_url: string;
  readonly redirect_type: string;
  readonly preserve_path: boolean;
  readonly preserve_query_string: boolean;
  readonly active: boolean;
  readonly warnings?: readonly string[];
};

const columns = [
  { title: 'SOURCE HOST' },
  { title: 'PATH' },
  { title: 'DESTINATION' },
  { title: 'TYPE', whole: true },
  { title: 'APPENDS', whole: true },
  { title: 'STATE', whole: true },
];

const shownSettings = [
  'source_host',
  'match_path',
  'destination_url',
  'redirect_type',
  'preserve_path',
  'preserve_query_string',
  'active',
] as const;

const shown: Shown<typeof redirectResource.definitions, WireRedirect> = {
  resource: redirectResource,
  argument: '<uuid_or_host>',
  name: ({ uuid }) => `redirect ${uuid}`,
  find: async (api, accountPath, target) =>
    `${accountPath}/redirects/${(await findRedirect(api, accountPath, target)).uuid}`,
  show: async (_api, _path, redirect, title) => {
    note(title);
    await print(new Table(columns, outputColumns()).format([toCells(redirect)]));
    noteOtherSettings(redirectResource, redirect, shownSettings);
    for (const warning of redirect.warnings ?? []) note(`Warning: it ${warning}.`);
  },
};

export function redirectCommand(): Command {
  const list = defineCommand('list', listHelpText).option('--account <uuid>');
  return defineGroup('redirect', groupHelp, [
    withListOptions(withFilterOptions(list, redirectResource)).action(
      (options: ListOptions & { account?: string }) =>
        printListOf<WireRedirect>(
          {
            noun: 'redirect',
            columns,
            toCells,
            path: '/redirects',
            filters: filterQueryOf(redirectResource, options),
          },
          options,
        ),
    ),
    createCommand(createHelp, shown, (_api, accountPath) => Promise.resolve(`${accountPath}/redirects`)),
    updateCommand(updateHelp, shown),
    deleteCommand({
      group: 'redirect',
      target: 'UUID_OR_HOST',
      what: 'a redirect',
      find: async (api, accountPath, target) => {
        const { uuid, source_host: host } = await findRedirect(api, accountPath, target);
        return { path: `${accountPath}/redirects/${uuid}`, name: `the redirect of ${host}` };
      },
    }),
    ...versionCommands({
      group: 'redirect',
      target: 'UUID_OR_HOST',
      what: 'a redirect',
      find: shown.find,
    }),
    redirectImportCommand(),
    redirectExportCommand(),
  ]);
}

/** Errors: `not_found`, `source_host_invalid`. */
export async function findRedirect(
  api: ApiClient,
  accountPath: string,
  target: string,
): Promise<WireRedirect> {
  const collection = `${accountPath}/redirects`;
  const uuid = parseUuid(target);
  if (uuid !== undefined) return api.get(`${collection}/${uuid}`);
  const query = { source_host: readSourceHost(target), sort: 'created_at' };
  const [found] = (await api.page<WireRedirect>(collection, query, 1, 0)).items;
  if (!found) throw new ApiError(`there is no redirect ${quoteValue(target)}`, 'not_found');
  return found;
}

function toCells(redirect: WireRedirect): string[] {
  const appends = [redirect.preserve_path ? 'path' : '', redirect.preserve_query_string ? 'query' : ''];
  return [
    redirect.source_host,
    redirect.match_path,
    redirect.destination_url,
    redirect.redirect_type,
    appends.filter((part) => part !== '').join('+') || '-',
    redirect.active ? 'active' : 'paused',
  ];
}
