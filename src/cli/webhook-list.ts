/** `nameplate webhook list`, and how webhook endpoints are shown. Source: docs/reference/webhooks.md ("Endpoints"). */
import type { Command } from 'commander';
import type { ControlStore } from '../control/store.ts';
import { maxWebhookEndpoints } from '../control/webhook-endpoints.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { toWire } from '../resources/resource.ts';
import { type WebhookEndpoint, webhookEndpointResource } from '../resources/webhook-endpoint.ts';
import { defineCommand } from './command.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
import { Table } from './table.ts';

const help = `Usage: nameplate webhook list [--account UUID] [--json]

Lists the webhook endpoints of an account, newest first.

Options:
  --account UUID  account to list; may be left out when there is one
  --json          print {"data": […], "pagination": {…}} as the API does
  -h, --help      print this help
`;

type Options = { account?: string; json?: true };

export function webhookListCommand(): Command {
  return defineCommand('list', help).option('--account <uuid>').option('--json').action(listWebhooks);
}

async function listWebhooks(options: Options): Promise<void> {
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const { entities, count } = await store.webhookEndpoints.list(accountUuid, {
      limit: maxWebhookEndpoints,
      offset: 0,
    });
    if (options.json)
      return printJson({
        data: entities.map((endpoint) => toWire(webhookEndpointResource, endpoint)),
        pagination: { page: 1, count },
      });
    return print(endpointTable().format(entities.map(toCells)));
  });
}

/** Errors: `not_found`. */
export async function findEndpoint(
  store: ControlStore,
  accountUuid: string,
  target: string,
): Promise<WebhookEndpoint> {
  const uuid = parseUuid(target);
  const endpoint = uuid === undefined ? undefined : await store.webhookEndpoints.find(accountUuid, uuid);
  if (!endpoint) throw noEndpoint(target);
  return endpoint;
}

export function noEndpoint(target: string): ServiceError {
  return new ServiceError('not_found', `there is no webhook endpoint ${quoteValue(target)}`);
}

/** Prints one endpoint, with its secret when there is a new one. */
export async function showEndpoint(
  endpoint: WebhookEndpoint,
  title: string,
  options: { readonly json?: true },
  secret?: string,
): Promise<void> {
  if (options.json)
    return printJson({
      ...toWire(webhookEndpointResource, endpoint),
      ...(secret !== undefined && { secret }),
    });
  note(title);
  await print(endpointTable().format([toCells(endpoint)]));
  if (secret === undefined) return;
  note('Its secret, which is shown only now:');
  await print(`${secret}\n`);
}

function endpointTable(): Table {
  const columns = [{ title: 'UUID', whole: true }, { title: 'URL' }, { title: 'EVENTS' }, { title: 'STATE' }];
  return new Table(columns, outputColumns());
}

function toCells({ uuid, url, events, active, disabledReason }: WebhookEndpoint): string[] {
  const state = active ? 'active' : disabledReason === '' ? 'inactive' : `disabled: ${disabledReason}`;
  return [uuid, url, events.length === 0 ? 'all' : events.join(', '), state];
}
