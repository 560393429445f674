/** `nameplate audit`. Source: docs/reference/audit-trail.md. */
import type { Command } from 'commander';
import { defaultPerPage, maxPerPage } from '../api/query.ts';
import { formatHelp } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { type ListOptions, printListOf, withPageOptions } from './paged-list.ts';
import { undoCommand } from './versions.ts';

const groupHelp = `Usage: nameplate audit list | undo

The audit trail records every change of a resource: who made it, and what it
was before and after.

Commands:
  list        list who changed what, newest first
  undo        undo a change

Options:
  -h, --help  print this help
`;

const listHelp = `Usage: nameplate audit list [OPTIONS]

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

type Change = {
  readonly uuid: string;
  readonly created_at: string;
  readonly action: string;
  readonly resource: string;
  readonly resource_name: string;
  readonly actor: { readonly kind: string; readonly name: string };
  readonly address: string | null;
  readonly after: object | null;
};
type Options = ListOptions & {
  account?: string;
  resource?: string;
  resourceUuid?: string;
  action?: string;
  actorUuid?: string;
  from?: string;
  to?: string;
};

export function auditCommand(): Command {
  const list = defineCommand('list', listHelp)
    .option('--account <uuid>')
    .option('--resource <kind>')
    .option('--resource-uuid <uuid>')
    .option('--action <action>')
    .option('--actor-uuid <uuid>')
    .option('--from <date>')
    .option('--to <date>');
  return defineGroup('audit', groupHelp, [withPageOptions(list).action(listChanges), undoCommand()]);
}

async function listChanges(options: Options): Promise<void> {
  const { resource, resourceUuid, action, actorUuid, from, to, ...others } = options;
  await printListOf<Change>(
    {
      noun: 'change',
      path: '/audit_events',
      filters: { resource, resource_uuid: resourceUuid, action, actor_uuid: actorUuid, from, to },
      columns: [
        { title: 'TIME', whole: true },
        { title: 'ACTOR' },
        { title: 'ADDRESS' },
        { title: 'ACTION', whole: true },
        { title: 'RESOURCE', whole: true },
        { title: 'NAME' },
        { title: 'ATTRIBUTES' },
        { title: 'UUID', whole: true },
      ],
      toCells,
    },
    others,
  );
}

function toCells({
  uuid,
  created_at,
  actor,
  address,
  action,
  resource,
  resource_name,
  after,
}: Change): string[] {
  return [
    created_at,
    actor.kind === 'command_line' ? `${actor.name} (command line)` : actor.name,
    address ?? '-',
    action,
    resource,
    resource_name,
    action === 'updated' ? Object.keys(after ?? {}).join(', ') : '-',
    uuid,
  ];
}
