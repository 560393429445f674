/** `nameplate upstream`. Source: docs/reference/domains.md ("Upstreams", "Health now"). */
import type { Command } from 'commander';
import { commandName } from '../core/program-files.ts';
import { upstreamResource } from '../resources/upstream.ts';
import type { ApiClient } from './api-client.ts';
import { attributeHelp, formatHelp } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { errorPageHelp, noteErrorPages } from './error-page-options.ts';
import { CliError } from './failures.ts';
import { noteOtherSettings } from './other-settings.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { type ListOptions, printListOf, withListOptions } from './paged-list.ts';
import {
  createCommand,
  deleteCommand,
  itemCommand,
  itemIn,
  type Shown,
  showCommand,
  updateCommand,
} from './resource-commands.ts';
import { showTime, Table } from './table.ts';
import { versionCommands } from './versions.ts';

const groupHelp = `Usage: nameplate upstream list | create | show | health | update | delete |
                          versions | restore

An upstream is a server that custom domains are proxied to.

Commands:
  list        list upstreams
  create      create an upstream
  show        show an upstream with its token
  health      check an upstream's targets now
  update      change an upstream
  delete      delete an upstream and the custom domains on it
  versions    list the versions of an upstream
  restore     restore a version of an upstream

Options:
  -h, --help  print this help
`;

const listHelp = `Usage: nameplate upstream list [--account UUID] [--sort FIELD] [--page N]
                               [--per-page N] [--all] [--json]

Lists upstreams of an account, newest first. On a terminal long cells are cut
to fit.

Options:
  --account UUID  account to list; may be left out when there is one
  --sort FIELD    created_at, updated_at or host; -FIELD sorts descending
                  (default: -created_at)
  --page N        page to show (default: 1)
  --per-page N    upstreams on a page, 1 to 1000 (default: 20)
  --all           all pages, one after the other
  --json          print {"records": […], "pagination": {…}} as the API does,
                  tokens included
  -h, --help      print this help
`;

const others = [
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ['--json', 'print the upstream as JSON'],
] as const;

const createHelp = `Usage: nameplate upstream create --host HOST [OPTIONS]

Creates an upstream and shows it with its token. The values are those of the
API.

Options:
${formatHelp([...attributeHelp(upstreamResource, 'create'), ...others])}
`;

const showHelp = `Usage: nameplate upstream show UUID [--account UUID] [--json]

Shows an upstream. It receives its token in X-Nameplate-Auth-Token with every
request, so that it can tell that the request comes from Nameplate.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print the upstream as JSON
  -h, --help      print this help
`;

const healthHelp = `Usage: nameplate upstream health UUID [--account UUID] [--json]

Sends each target of an upstream its health check now, from this machine, and
shows what each did. Without a health check, any answer to GET / is good. The
exit code is 1 unless all targets are healthy.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print the answer of the API
  -h, --help      print this help
`;

const updateHelp = `Usage: nameplate upstream update UUID [OPTIONS]

Changes an upstream. Options that you leave out change nothing.

Options:
${formatHelp([...attributeHelp(upstreamResource, 'update'), ...errorPageHelp, ...others])}
`;

type Upstream = {
  readonly uuid: string;
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Null for those who may only read. */
  readonly auth_token: string | null;
  readonly maintenance: boolean;
  readonly tls_client_certificate_expires_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};
type Health = {
  readonly targets: readonly {
    readonly host: string;
    readonly port: number;
    readonly healthy: boolean;
    readonly status: number | null;
    readonly duration: number;
    readonly failure: string | null;
    readonly detail: string;
  }[];
};

const columns = [
  { title: 'UUID', whole: true },
  { title: 'HOST' },
  { title: 'PORT', whole: true },
  { title: 'TLS', whole: true },
  { title: 'CREATED', whole: true },
];
const healthColumns = ['HOST', 'PORT', 'HEALTHY', 'STATUS', 'TIME', 'FAILURE'].map((title) => ({
  title,
  whole: true,
}));

const shown: Shown<typeof upstreamResource.definitions, Upstream> = {
  resource: upstreamResource,
  argument: '<uuid>',
  name: () => 'the upstream',
  find: itemIn('upstreams'),
  show: showUpstream,
};

export function upstreamCommand(): Command {
  return defineGroup('upstream', groupHelp, [
    withListOptions(defineCommand('list', listHelp).option('--account <uuid>')).action(
      (options: ListOptions & { account?: string }) =>
        printListOf<Upstream>(
          { noun: 'upstream', key: 'records', columns, toCells, path: '/upstreams' },
          options,
        ),
    ),
    createCommand(createHelp, shown, (_api, accountPath) => Promise.resolve(`${accountPath}/upstreams`)),
    showCommand(showHelp, 'Upstream:', shown),
    itemCommand('health', healthHelp, '<uuid>', checkHealth),
    updateCommand(updateHelp, shown, { hasErrorPages: true }),
    deleteCommand({
      group: 'upstream',
      target: 'UUID',
      what: 'an upstream and the custom domains on it',
      find: async (api, accountPath, target) => {
        const path = await shown.find(api, accountPath, target);
        const { host } = await api.get<Upstream>(path);
        return { path, name: `the upstream ${host} and the custom domains on it` };
      },
    }),
    ...versionCommands({ group: 'upstream', target: 'UUID', what: 'an upstream', find: shown.find }),
  ]);
}

/**
 * The upstream to work on: the one named, or the only one of the account. Errors: `not_found`; a line that lists the
 * upstreams when there are several.
 */
export async function chooseUpstream(
  api: ApiClient,
  accountPath: string,
  named: string | undefined,
): Promise<string> {
  if (named !== undefined) return named;
  const { items, count } = await api.page<Upstream>(
    `${accountPath}/upstreams`,
    { sort: 'created_at' },
    20,
    0,
  );
  const [first, ...rest] = items;
  if (!first) throw new CliError(`there is no upstream yet; make one with "${commandName} upstream create"`);
  if (rest.length === 0) return first.uuid;
  const names = items.map(({ uuid, host, port }) => `${uuid} (${host}:${port})`);
  const more = count - names.length;
  throw new CliError(
    `there are ${count} upstreams; choose one with --upstream: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  );
}

/** Prints one upstream with its token. */
async function showUpstream(api: ApiClient, path: string, upstream: Upstream, title: string): Promise<void> {
  note(title);
  const table = new Table([...columns, { title: 'AUTH TOKEN', whole: true }], outputColumns());
  await print(table.format([[...toCells(upstream), upstream.auth_token ?? '(hidden)']]));
  const { tls_client_certificate_expires_at: expiresAt } = upstream;
  if (expiresAt !== null) note(`Client certificate: expires at ${expiresAt}; its key is stored.`);
  noteOtherSettings(upstreamResource, upstream, ['host', 'port', 'tls', 'maintenance']);
  note(`Last changed: ${showTime(upstream.updated_at)} UTC`);
  await noteErrorPages(api, path, upstream.maintenance);
}

function toCells({ uuid, host, port, tls, created_at }: Upstream): string[] {
  return [uuid, host, String(port), tls ? 'yes' : 'no', showTime(created_at)];
}

async function checkHealth(
  api: ApiClient,
  accountPath: string,
  target: string,
  options: { readonly json?: true },
): Promise<void> {
  const answer = await api.get<Health>(`${await shown.find(api, accountPath, target)}/health`);
  const isHealthy = answer.targets.every(({ healthy }) => healthy);
  if (!isHealthy) process.exitCode = 1;
  if (options.json) return printJson(answer);
  note(isHealthy ? 'All targets are healthy:' : 'Not all targets are healthy:');
  const rows = answer.targets.map(({ host, port, healthy, status, duration, failure, detail }) => [
    host,
    String(port),
    healthy ? 'yes' : 'no',
    status === null ? '-' : String(status),
    `${Math.round(duration * 1_000)} ms`,
    failure === null ? '-' : [failure, detail].filter((text) => text !== '').join(': '),
  ]);
  return print(new Table(healthColumns, outputColumns()).format(rows));
}
