/** `nameplate account`. Source: docs/reference/api.md ("Accounts"). */
import type { Command } from 'commander';
import { accountToWire } from '../api/schemas/account.ts';
import { defineCommand, defineGroup } from './command.ts';
import { readName } from './names.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { withStore } from './store.ts';
import { showTime, Table } from './table.ts';

const groupHelp = `Usage: nameplate account create NAME | list

An account owns redirects and access tokens.

Commands:
  create      create an account
  list        list the accounts

Options:
  -h, --help  print this help
`;

const createHelp = `Usage: nameplate account create NAME [--json]

Creates an account and prints its uuid. In an empty data directory it creates
the control store too. Create an access token with "nameplate token create".

Options:
  --json      print the account as JSON
  -h, --help  print this help
`;

const listHelp = `Usage: nameplate account list [--json]

Lists all accounts, oldest first.

Options:
  --json      print them as a JSON array
  -h, --help  print this help
`;

type Options = { json?: true };

export function accountCommand(): Command {
  return defineGroup('account', groupHelp, [
    defineCommand('create', createHelp).argument('<name>').option('--json').action(createAccount),
    defineCommand('list', listHelp).option('--json').action(listAccounts),
  ]);
}

async function createAccount(nameText: string, options: Options): Promise<void> {
  const name = readName('NAME', nameText);
  await withStore(
    async (store) => {
      const account = await store.accounts.create(name);
      if (options.json) return printJson(accountToWire(account));
      note(`Created the account ${JSON.stringify(name)}:`);
      return print(`${account.uuid}\n`);
    },
    { create: true },
  );
}

async function listAccounts(options: Options): Promise<void> {
  await withStore(async (store) => {
    const accounts = await store.accounts.list();
    if (options.json) return printJson(accounts.map(accountToWire));
    const table = new Table(
      [{ title: 'UUID', whole: true }, { title: 'NAME' }, { title: 'CREATED', whole: true }],
      outputColumns(),
    );
    return print(
      table.format(accounts.map(({ uuid, name, createdAt }) => [uuid, name, showTime(createdAt)])),
    );
  });
}
