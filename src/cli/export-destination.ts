/** `nameplate export-destination`. Source: docs/reference/exports.md ("Destinations"). */
import type { Command } from 'commander';
import { type DestinationDefinitions, destinationResource } from '../features/exports/destination.ts';
import { attributeHelp, formatHelp } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { note, outputColumns, print } from './output.ts';
import { type ListOptions, listHelp, printListOf, withPageOptions } from './paged-list.ts';
import { createCommand, deleteCommand, itemIn, type Shown, updateCommand } from './resource-commands.ts';
import { Table } from './table.ts';

const groupHelp = `Usage: nameplate export-destination list | create | update | delete

A destination is a bucket that exports go to.

Commands:
  list        list buckets that exports go to
  create      add a bucket for exports
  update      change a bucket, or its credentials
  delete      remove a bucket

Options:
  -h, --help  print this help
`;

const listHelpText = `Usage: nameplate export-destination list [OPTIONS]

Lists the export destinations of an account, newest first. On a terminal long
cells are cut to fit.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ...listHelp('destinations', []).slice(1),
])}
`;

const ofItem = [
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ['--json', 'print the destination as JSON'],
] as const;

const createHelp = `Usage: nameplate export-destination create --bucket BUCKET
                                            --credentials-file FILE [OPTIONS]

Adds a bucket that exports go to.

Options:
${formatHelp([...attributeHelp(destinationResource, 'create'), ...ofItem])}
`;

const updateHelp = `Usage: nameplate export-destination update UUID [OPTIONS]

Changes a destination. What isn't given stays.

Options:
${formatHelp([...attributeHelp(destinationResource, 'update'), ...ofItem])}
`;

type Destination = {
  readonly uuid: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
  readonly endpoint: string | null;
};

const collection = 'export_destinations';
const columns = [
  { title: 'UUID', whole: true },
  { title: 'BUCKET' },
  { title: 'PREFIX' },
  { title: 'REGION' },
  { title: 'ENDPOINT' },
];

const shown: Shown<DestinationDefinitions, Destination> = {
  resource: destinationResource,
  argument: '<uuid>',
  name: () => 'the export destination',
  find: itemIn(collection),
  show: async (_api, _path, destination, title) => {
    note(title);
    await print(new Table(columns, outputColumns()).format([toCells(destination)]));
  },
};

export function exportDestinationCommand(): Command {
  return defineGroup('export-destination', groupHelp, [
    withPageOptions(defineCommand('list', listHelpText).option('--account <uuid>')).action(
      (options: ListOptions & { account?: string }) =>
        printListOf<Destination>({ noun: 'destination', columns, toCells, path: `/${collection}` }, options),
    ),
    createCommand(createHelp, shown, (_api, accountPath) => Promise.resolve(`${accountPath}/${collection}`)),
    updateCommand(updateHelp, shown),
    deleteCommand({
      group: 'export-destination',
      target: 'UUID',
      what: 'an export destination',
      find: async (api, accountPath, target) => {
        const path = await shown.find(api, accountPath, target);
        const { bucket } = await api.get<Destination>(path);
        return { path, name: `the export destination with the bucket ${JSON.stringify(bucket)}` };
      },
    }),
  ]);
}

function toCells({ uuid, bucket, prefix, region, endpoint }: Destination): string[] {
  return [uuid, bucket, prefix, region, endpoint ?? 'Amazon S3'];
}
