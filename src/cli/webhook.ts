/** `nameplate webhook`. Source: docs/reference/webhooks.md. */
import type { Command } from 'commander';
import { maxPerPage } from '../api/query.ts';
import { emptyBody } from '../resources/request-body.ts';
import { webhookEndpointResource } from '../resources/webhook-endpoint.ts';
import { type ApiClient, withApi } from './api-client.ts';
import { attributeHelp, formatHelp } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { noteOtherSettings } from './other-settings.ts';
import { note, outputColumns, print, printJson, printLine } from './output.ts';
import { type ListOptions, printListOf } from './paged-list.ts';
import {
  createCommand,
  deleteCommand,
  type ItemOptions,
  itemCommand,
  itemIn,
  type Shown,
  updateCommand,
} from './resource-commands.ts';
import { showTime, Table } from './table.ts';

const groupHelp = `Usage: nameplate webhook list | create | update | rotate | delete |
                         deliveries | replay | test

A webhook endpoint is where your own program gets events.

Commands:
  list        list webhook endpoints
  create      create a webhook endpoint and print its secret once
  update      change a webhook endpoint
  rotate      give a webhook endpoint a new secret and print it once
  delete      delete a webhook endpoint and its deliveries
  deliveries  list the deliveries to a webhook endpoint
  replay      send a delivery again
  test        send a test event to a webhook endpoint

Options:
  -h, --help  print this help
`;

const listHelp = `Usage: nameplate webhook list [--account UUID] [--json]

Lists the webhook endpoints of an account, newest first.

Options:
  --account UUID  account to list; may be left out when there is one
  --json          print {"data": […], "pagination": {…}} as the API does
  -h, --help      print this help
`;

const others = [
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ['--json', 'print the endpoint as JSON'],
] as const;

const createHelp = `Usage: nameplate webhook create --url URL [OPTIONS]

Creates a webhook endpoint and prints the secret that its deliveries are signed
with. The secret is not shown again.

Options:
${formatHelp([...attributeHelp(webhookEndpointResource, 'create'), ...others])}
`;

const updateHelp = `Usage: nameplate webhook update UUID [OPTIONS]

Changes a webhook endpoint. Options that you leave out change nothing.

Options:
${formatHelp([...attributeHelp(webhookEndpointResource, 'update'), ...others])}
`;

const rotateHelp = `Usage: nameplate webhook rotate UUID [--account UUID] [--json]

Gives a webhook endpoint a new secret and prints it. The one before still signs
for 24 hours, too.

Options:
${formatHelp(others)}
`;

const deliveriesHelp = `Usage: nameplate webhook deliveries UUID [--account UUID] [--status STATUS]
                                    [--type TYPE] [--page N] [--per-page N]
                                    [--json]

Lists the deliveries to a webhook endpoint, newest first.

Options:
  --account UUID   account that owns it; may be left out when there is one
  --status STATUS  only pending, delivered, failed or canceled ones
  --type TYPE      only events of this type
  --page N         page to show (default: 1)
  --per-page N     deliveries on a page, 1 to 1000 (default: 20)
  --json           print {"data": […], "pagination": {…}} as the API does
  -h, --help       print this help
`;

const replayHelp = `Usage: nameplate webhook replay UUID DELIVERY [--account UUID] [--json]

Has the running service send a delivery again, under the same id.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print the delivery as JSON
  -h, --help      print this help
`;

const testHelp = `Usage: nameplate webhook test UUID [--account UUID] [--json]

Has the running service send a test event to a webhook endpoint.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print the delivery as JSON
  -h, --help      print this help
`;

type Endpoint = {
  readonly uuid: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly disabled_reason: string;
  /** Only when it is new. */
  readonly secret?: string;
};
type Delivery = {
  readonly uuid: string;
  readonly type: string;
  readonly status: string;
  readonly created_at: string;
  readonly attempts_made: number;
  readonly response_status: number | null;
  readonly error: string | null;
};

const collection = 'webhook_endpoints';
const columns = [{ title: 'UUID', whole: true }, { title: 'URL' }, { title: 'EVENTS' }, { title: 'STATE' }];
const deliveryColumns = [
  { title: 'UUID', whole: true },
  { title: 'TYPE', whole: true },
  { title: 'STATUS', whole: true },
  { title: 'CREATED', whole: true },
  { title: 'LAST ATTEMPT' },
];

const shown: Shown<typeof webhookEndpointResource.definitions, Endpoint> = {
  resource: webhookEndpointResource,
  argument: '<uuid>',
  name: () => 'the webhook endpoint',
  find: itemIn(collection),
  show: (_api, _path, endpoint, title) => showEndpoint(endpoint, title),
};

export function webhookCommand(): Command {
  return defineGroup('webhook', groupHelp, [
    defineCommand('list', listHelp).option('--account <uuid>').option('--json').action(listEndpoints),
    createCommand(createHelp, shown, (_api, accountPath) => Promise.resolve(`${accountPath}/${collection}`)),
    updateCommand(updateHelp, shown),
    itemCommand('rotate', rotateHelp, '<uuid>', async (api, accountPath, target, { json }) => {
      const path = await shown.find(api, accountPath, target);
      const rotated = await api.post<Endpoint>(`${path}/secret`, emptyBody);
      await (json ? printJson(rotated) : showEndpoint(rotated, 'The webhook endpoint:'));
    }),
    deleteCommand({
      group: 'webhook',
      target: 'UUID',
      what: 'a webhook endpoint and its deliveries',
      find: async (api, accountPath, target) => {
        const path = await shown.find(api, accountPath, target);
        const { url } = await api.get<Endpoint>(path);
        return { path, name: `the webhook endpoint ${url} and its deliveries` };
      },
    }),
    defineCommand('deliveries', deliveriesHelp)
      .argument('<uuid>')
      .option('--account <uuid>')
      .option('--status <status>')
      .option('--type <type>')
      .option('--page <n>')
      .option('--per-page <n>')
      .option('--json')
      .action(listDeliveries),
    defineCommand('replay', replayHelp)
      .argument('<uuid>')
      .argument('<delivery>')
      .option('--account <uuid>')
      .option('--json')
      .action((target: string, delivery: string, options: ItemOptions) =>
        withApi((api) => send(api, options, target, `deliveries/${encodeURIComponent(delivery)}/replay`)),
      ),
    defineCommand('test', testHelp)
      .argument('<uuid>')
      .option('--account <uuid>')
      .option('--json')
      .action((target: string, options: ItemOptions) => withApi((api) => send(api, options, target, 'test'))),
  ]);
}

async function listEndpoints(options: ItemOptions): Promise<void> {
  await printListOf<Endpoint>(
    { noun: 'endpoint', columns, toCells, path: `/${collection}` },
    options.json ? { ...options, perPage: String(maxPerPage) } : { ...options, all: true },
  );
}

/** Prints one endpoint, with its secret when there is a new one. */
async function showEndpoint(endpoint: Endpoint, title: string): Promise<void> {
  note(title);
  await print(new Table(columns, outputColumns()).format([toCells(endpoint)]));
  noteOtherSettings(webhookEndpointResource, endpoint, ['url', 'events', 'active']);
  if (endpoint.secret === undefined) return;
  note('Its secret, which is shown only now:');
  await printLine(endpoint.secret);
}

function toCells({ uuid, url, events, active, disabled_reason: reason }: Endpoint): string[] {
  const state = active ? 'active' : reason === '' ? 'inactive' : `disabled: ${reason}`;
  return [uuid, url, events.length === 0 ? 'all' : events.join(', '), state];
}

async function listDeliveries(
  target: string,
  { status, type, ...options }: ListOptions & { account?: string; status?: string; type?: string },
): Promise<void> {
  await printListOf<Delivery>(
    {
      noun: 'delivery',
      plural: 'deliveries',
      columns: deliveryColumns,
      toCells: deliveryCells,
      path: `/${collection}/${encodeURIComponent(target)}/deliveries`,
      filters: { status, type },
    },
    options,
  );
}

async function send(api: ApiClient, options: ItemOptions, target: string, how: string): Promise<void> {
  const path = await shown.find(api, await api.accountPath(options.account), target);
  const delivery = await api.post<Delivery>(`${path}/${how}`, emptyBody);
  if (options.json) return printJson(delivery);
  note('Queued the delivery; "nameplate webhook deliveries" shows its status:');
  return print(new Table(deliveryColumns, outputColumns()).format([deliveryCells(delivery)]));
}

function deliveryCells(delivery: Delivery): string[] {
  const { uuid, type, status, created_at, attempts_made, response_status, error } = delivery;
  const outcome = attempts_made === 0 ? '' : (error ?? `It answered ${response_status}`);
  return [uuid, type, status, showTime(created_at), outcome];
}
