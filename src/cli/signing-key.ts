/** `nameplate signing-key`. Source: docs/reference/signed-tokens.md ("Signing keys"). */
import type { Command } from 'commander';
import { type SigningKeyDefinitions, signingKeyResource } from '../features/signing-keys/signing-key.ts';
import { attributeHelp, formatHelp } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { note, outputColumns, print, printLine } from './output.ts';
import { type ListOptions, listHelp, printListOf, withListOptions } from './paged-list.ts';
import { createCommand, deleteCommand, itemIn, type Shown } from './resource-commands.ts';
import { showTime, Table } from './table.ts';

const groupHelp = `Usage: nameplate signing-key list | create | delete

With a signing key your own server signs tokens that read the analytics of one
customer's domains.

Commands:
  list        list signing keys, without their secrets
  create      create a signing key and print its secret once
  delete      delete a signing key and end the tokens that it signed

Options:
  -h, --help  print this help
`;

const listHelpText = `Usage: nameplate signing-key list [OPTIONS]

Lists the signing keys of an account, newest first. On a terminal long cells
are cut to fit.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ...listHelp('keys', ['created_at', 'name'], 'newest first'),
])}
`;

const createHelp = `Usage: nameplate signing-key create --name NAME [OPTIONS]

Creates a signing key and prints its secret, which can't be shown again.

Options:
${formatHelp([
  ...attributeHelp(signingKeyResource, 'create'),
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ['--json', 'print the key as JSON, with its secret'],
])}
`;

type SigningKey = {
  readonly uuid: string;
  readonly name: string;
  readonly created_at: string;
  /** Only when it is new. */
  readonly secret?: string;
};

const collection = 'signing_keys';
const columns = [{ title: 'UUID', whole: true }, { title: 'NAME' }, { title: 'CREATED', whole: true }];

const shown: Shown<SigningKeyDefinitions, SigningKey> = {
  resource: signingKeyResource,
  argument: '<uuid>',
  name: () => 'the signing key',
  find: itemIn(collection),
  show: async (_api, _path, key, title) => {
    note(title);
    await print(new Table(columns, outputColumns()).format([toCells(key)]));
    if (key.secret === undefined) return;
    note('Its secret, which is shown only now:');
    await printLine(key.secret);
  },
};

export function signingKeyCommand(): Command {
  return defineGroup('signing-key', groupHelp, [
    withListOptions(defineCommand('list', listHelpText).option('--account <uuid>')).action(
      (options: ListOptions & { account?: string }) =>
        printListOf<SigningKey>({ noun: 'signing key', columns, toCells, path: `/${collection}` }, options),
    ),
    createCommand(createHelp, shown, (_api, accountPath) => Promise.resolve(`${accountPath}/${collection}`)),
    deleteCommand({
      group: 'signing-key',
      target: 'UUID',
      what: 'a signing key and ends the tokens that it signed',
      find: async (api, accountPath, target) => {
        const path = await shown.find(api, accountPath, target);
        const { name } = await api.get<SigningKey>(path);
        return { path, name: `the signing key ${JSON.stringify(name)}` };
      },
    }),
  ]);
}

function toCells({ uuid, name, created_at }: SigningKey): string[] {
  return [uuid, name, showTime(created_at)];
}
