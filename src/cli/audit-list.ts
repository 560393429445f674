/** `nameplate audit list`. Source: docs/reference/audit-trail.md. */
import { type Command, Option } from 'commander';
import { defaultPerPage, maxPerPage, readPage } from '../api/query.ts';
import type { AuditEvent } from '../control/audit-events.ts';
import { formatTimestamp } from '../core/clock.ts';
import { auditEventToWire, readAuditFilters } from '../features/audit/schema.ts';
import { formatHelp } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { outputColumns } from './output.ts';
import { type ListOptions, printList } from './paged-list.ts';
import { chooseAccount, withStore } from './store.ts';
import { Table } from './table.ts';

const help = `Usage: nameplate audit list [OPTIONS]

Lists the changes that were made to an account's resources, newest first: when,
by whom, from where, and which attributes. --json has their values too.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ['--resource KIND', 'only this kind, such as redirect or custom_domain'],
  ['--resource-uuid UUID', 'only this resource'],
  ['--action ACTION', 'only created, updated or deleted'],
  ['--actor-uuid UUID', 'only changes made with this access token'],
  ['--from DATE', 'first day, YYYY-MM-DD, UTC'],
  ['--to DATE', 'last day, included'],
  ['--page N', 'page to show (default: 1)'],
  ['--per-page N', `changes on a page, 1 to ${maxPerPage} (default: ${defaultPerPage})`],
  ['--all', 'all pages, one after the other'],
  ['--json', 'print {"data": […], "pagination": {…}} as the API does'],
])}
`;

type Options = ListOptions & {
  account?: string;
  resource?: string;
  resourceUuid?: string;
  action?: string;
  actorUuid?: string;
  from?: string;
  to?: string;
};

export function auditListCommand(): Command {
  return defineCommand('list', help)
    .option('--account <uuid>')
    .option('--resource <kind>')
    .option('--resource-uuid <uuid>')
    .option('--action <action>')
    .option('--actor-uuid <uuid>')
    .option('--from <date>')
    .option('--to <date>')
    .option('--page <n>')
    .option('--per-page <n>')
    .addOption(new Option('--all').conflicts(['page', 'perPage']))
    .option('--json')
    .action(listChanges);
}

async function listChanges(options: Options): Promise<void> {
  const perPage = options.all ? String(maxPerPage) : options.perPage;
  const page = readPage({ page: options.page, per_page: perPage });
  const filters = readAuditFilters({
    resource: options.resource,
    resource_uuid: options.resourceUuid,
    action: options.action,
    actor_uuid: options.actorUuid,
    from: options.from,
    to: options.to,
  });
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const list = {
      noun: 'change',
      key: 'data',
      table: new Table(
        [
          { title: 'TIME', whole: true },
          { title: 'ACTOR' },
          { title: 'ADDRESS' },
          { title: 'ACTION', whole: true },
          { title: 'RESOURCE', whole: true },
          { title: 'NAME' },
          { title: 'ATTRIBUTES' },
        ],
        outputColumns(),
      ),
      toCells,
      toWire: auditEventToWire,
      read: async (limit: number, offset: number) => {
        const { events, count } = await store.auditEvents.list({ accountUuid, ...filters, limit, offset });
        return { items: events, count };
      },
    } as const;
    await printList(list, page, options);
  });
}

function toCells(event: AuditEvent): string[] {
  const { kind, name } = event.actor;
  return [
    formatTimestamp(event.createdAt),
    kind === 'command_line' ? `${name} (command line)` : name,
    event.address ?? '-',
    event.action,
    event.resource,
    event.resourceName,
    event.action === 'updated' ? Object.keys(event.after ?? {}).join(', ') : '-',
  ];
}
