/** `nameplate export-schedule`. Source: docs/reference/exports.md ("Schedules"). */
import type { Command } from 'commander';
import { type ScheduleDefinitions, scheduleResource } from '../features/exports/schedule.ts';
import { attributeHelp, formatHelp } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { note, outputColumns, print } from './output.ts';
import { type ListOptions, listHelp, printListOf, withPageOptions } from './paged-list.ts';
import { createCommand, deleteCommand, itemIn, type Shown } from './resource-commands.ts';
import { showTime, Table } from './table.ts';

const groupHelp = `Usage: nameplate export-schedule list | create | delete

A schedule exports each day, two days later.

Commands:
  list        list what is exported every day
  create      export every day into a bucket
  delete      end a schedule

Options:
  -h, --help  print this help
`;

const listHelpText = `Usage: nameplate export-schedule list [OPTIONS]

Lists the export schedules of an account, newest first. On a terminal long cells
are cut to fit.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ...listHelp('schedules', []).slice(1),
])}
`;

const createHelp = `Usage: nameplate export-schedule create --what WHAT --format FORMAT
                                        --destination-uuid UUID [OPTIONS]

Exports each day into a bucket, at 00:00 UTC two days later.

Options:
${formatHelp([
  ...attributeHelp(scheduleResource, 'create'),
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ['--json', 'print the schedule as JSON'],
])}
`;

type Schedule = {
  readonly uuid: string;
  readonly what: string;
  readonly custom_domain_uuid: string | null;
  readonly format: string;
  readonly destination_uuid: string;
  readonly late_rows: number;
  readonly created_at: string;
};

const collection = 'export_schedules';
const columns = [
  { title: 'UUID', whole: true },
  { title: 'WHAT' },
  { title: 'CUSTOM DOMAIN', whole: true },
  { title: 'FORMAT' },
  { title: 'DESTINATION', whole: true },
  { title: 'LATE ROWS' },
  { title: 'CREATED', whole: true },
];

const shown: Shown<ScheduleDefinitions, Schedule> = {
  resource: scheduleResource,
  argument: '<uuid>',
  name: () => 'the export schedule',
  find: itemIn(collection),
  show: async (_api, _path, schedule, title) => {
    note(title);
    await print(new Table(columns, outputColumns()).format([toCells(schedule)]));
  },
};

export function exportScheduleCommand(): Command {
  return defineGroup('export-schedule', groupHelp, [
    withPageOptions(defineCommand('list', listHelpText).option('--account <uuid>')).action(
      (options: ListOptions & { account?: string }) =>
        printListOf<Schedule>({ noun: 'schedule', columns, toCells, path: `/${collection}` }, options),
    ),
    createCommand(createHelp, shown, (_api, accountPath) => Promise.resolve(`${accountPath}/${collection}`)),
    deleteCommand({
      group: 'export-schedule',
      target: 'UUID',
      what: 'an export schedule',
      find: async (api, accountPath, target) => {
        const path = await shown.find(api, accountPath, target);
        const { what } = await api.get<Schedule>(path);
        return { path, name: `the export schedule of ${what}` };
      },
    }),
  ]);
}

function toCells(schedule: Schedule): string[] {
  const { uuid, what, custom_domain_uuid, format, destination_uuid, late_rows, created_at } = schedule;
  return [
    uuid,
    what,
    custom_domain_uuid ?? 'all',
    format,
    destination_uuid,
    String(late_rows),
    showTime(created_at),
  ];
}
