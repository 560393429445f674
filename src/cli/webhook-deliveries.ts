/** `nameplate webhook deliveries`, `replay` and `test`. Source: docs/reference/webhooks.md ("Deliveries"). */
import type { Command } from 'commander';
import { readPage } from '../api/query.ts';
import type { WebhookDelivery, WebhookDeliverySummary } from '../control/webhook-delivery-row.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { deliverySummaryToWire, deliveryToWire, readDeliveryFilters } from '../features/webhooks/schemas.ts';
import { defineCommand } from './command.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { type ListOptions, listPerPage, printList } from './paged-list.ts';
import { chooseAccount, withStore } from './store.ts';
import { showTime, Table } from './table.ts';
import { findEndpoint, noEndpoint } from './webhook-list.ts';

const listHelpText = `Usage: nameplate webhook deliveries UUID [--account UUID] [--status STATUS]
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

type Options = { account?: string; json?: true };
type DeliveriesOptions = ListOptions & { account?: string; status?: string; type?: string };

export function webhookDeliveriesCommand(): Command {
  return defineCommand('deliveries', listHelpText)
    .argument('<uuid>')
    .option('--account <uuid>')
    .option('--status <status>')
    .option('--type <type>')
    .option('--page <n>')
    .option('--per-page <n>')
    .option('--json')
    .action(listDeliveries);
}

export function webhookReplayCommand(): Command {
  return defineCommand('replay', replayHelp)
    .argument('<uuid>')
    .argument('<delivery>')
    .option('--account <uuid>')
    .option('--json')
    .action(replay);
}

export function webhookTestCommand(): Command {
  return defineCommand('test', testHelp)
    .argument('<uuid>')
    .option('--account <uuid>')
    .option('--json')
    .action(sendTest);
}

async function listDeliveries(target: string, options: DeliveriesOptions): Promise<void> {
  const page = readPage({ page: options.page, per_page: listPerPage(options) });
  const filters = readDeliveryFilters({ status: options.status, type: options.type });
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const { uuid: endpointUuid } = await findEndpoint(store, accountUuid, target);
    const list = {
      noun: 'delivery',
      plural: 'deliveries',
      key: 'data',
      table: deliveryTable(),
      toCells,
      toWire: deliverySummaryToWire,
      read: async (limit: number, offset: number) => {
        const { deliveries, count } = await store.webhookDeliveries.list({
          endpointUuid,
          ...filters,
          limit,
          offset,
        });
        return { items: deliveries, count };
      },
    } as const;
    await printList(list, page, options);
  });
}

async function replay(target: string, named: string, options: Options): Promise<void> {
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const { uuid: endpointUuid } = await findEndpoint(store, accountUuid, target);
    const delivery = await store.webhookDeliveries.replay(accountUuid, endpointUuid, parseUuid(named) ?? '');
    if (!delivery) throw new ServiceError('not_found', `there is no webhook delivery ${quoteValue(named)}`);
    await showDelivery(delivery, options);
  });
}

async function sendTest(target: string, options: Options): Promise<void> {
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const { uuid } = await findEndpoint(store, accountUuid, target);
    const delivery = await store.webhookDeliveries.sendTest(accountUuid, uuid);
    if (!delivery) throw noEndpoint(target);
    await showDelivery(delivery, options);
  });
}

async function showDelivery(delivery: WebhookDelivery, options: Options): Promise<void> {
  if (options.json) return printJson(deliveryToWire(delivery));
  note('Queued the delivery; "nameplate webhook deliveries" shows its status:');
  await print(deliveryTable().format([toCells(delivery)]));
}

function deliveryTable(): Table {
  const columns = [
    { title: 'UUID', whole: true },
    { title: 'TYPE', whole: true },
    { title: 'STATUS', whole: true },
    { title: 'CREATED', whole: true },
    { title: 'LAST ATTEMPT' },
  ];
  return new Table(columns, outputColumns());
}

function toCells({ uuid, type, status, createdAt, attempts }: WebhookDeliverySummary): string[] {
  const last = attempts.at(-1);
  const outcome = last ? (last.error ?? `It answered ${last.status}`) : '';
  return [uuid, type, status, showTime(createdAt), outcome];
}
