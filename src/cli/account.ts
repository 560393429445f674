/** `nameplate account`. Source: docs/reference/api.md ("Accounts"). */
import type { Command } from 'commander';
import { type LimitName, limitNames, parseLimit } from '../core/account-limits.ts';
import { quoteValue } from '../core/errors.ts';
import { collectBody } from '../resources/request-body.ts';
import { type WireAccount, withApi, withOperatorApi } from './api-client.ts';
import { defineCommand, defineGroup } from './command.ts';
import { UsageError } from './failures.ts';
import { readName } from './names.ts';
import { note, outputColumns, print, printJson, printLine } from './output.ts';
import { showTime, Table } from './table.ts';

const groupHelp = `Usage: nameplate account create NAME | list | limits ACCOUNT [NAME=NUMBER …]

An account owns redirects and access tokens.

Commands:
  create      create an account
  list        list the accounts
  limits      show or set what an account may have and use

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

const limitsHelp = `Usage: nameplate account limits ACCOUNT [NAME=NUMBER …] [--json]

Sets limits of an account, if any are given, and shows them all. NUMBER may be
"none", or "default" for what NAMEPLATE_LIMITS says. An account that is over a
limit keeps what it has and gets no more.

Options:
  --json      print them as a JSON array
  -h, --help  print this help
`;

type Options = { json?: true };
type Limit = { readonly name: string; readonly allowed: number | null };

export function accountCommand(): Command {
  return defineGroup('account', groupHelp, [
    defineCommand('create', createHelp).argument('<name>').option('--json').action(createAccount),
    defineCommand('list', listHelp).option('--json').action(listAccounts),
    defineCommand('limits', limitsHelp)
      .argument('<account>')
      .argument('[changes...]')
      .option('--json')
      .action(accountLimits),
  ]);
}

async function createAccount(nameText: string, options: Options): Promise<void> {
  const name = readName('NAME', nameText);
  await withOperatorApi(
    async (api) => {
      const account = await api.post<WireAccount>('/api/v1/accounts', collectBody('json', [['name', name]]));
      if (options.json) return printJson(account);
      note(`Created the account ${JSON.stringify(name)}:`);
      return printLine(account.uuid);
    },
    { create: true },
  );
}

async function listAccounts(options: Options): Promise<void> {
  await withApi(async (api) => {
    const accounts = await api.accounts();
    if (options.json) return printJson(accounts);
    const table = new Table(
      [{ title: 'UUID', whole: true }, { title: 'NAME' }, { title: 'CREATED', whole: true }],
      outputColumns(),
    );
    return print(
      table.format(accounts.map(({ uuid, name, created_at }) => [uuid, name, showTime(created_at)])),
    );
  });
}

async function accountLimits(named: string, texts: readonly string[], options: Options): Promise<void> {
  const changes = readChanges(texts);
  await withOperatorApi(async (api) => {
    const path = `${await api.accountPath(named)}/limits`;
    const { data } = await api.put<{ data: readonly Limit[] }>(path, collectBody('json', changes));
    if (options.json) return printJson(data);
    const table = new Table([{ title: 'LIMIT', whole: true }, { title: 'ALLOWED' }], outputColumns());
    return print(table.format(data.map(({ name, allowed }) => [name, String(allowed ?? 'none')])));
  });
}

function readChanges(texts: readonly string[]): ReadonlyMap<LimitName, number | null | 'default'> {
  const changes = new Map<LimitName, number | null | 'default'>();
  for (const text of texts) {
    const [name, value] = parseLimit(text.replace(/=default$/, '=none')) ?? [];
    if (name === undefined || changes.has(name))
      throw new UsageError(
        `${quoteValue(text)} is no limit; allowed: NAME=NUMBER, NAME=none or NAME=default, each NAME once, of ${limitNames.join(', ')}`,
      );
    changes.set(name, text.endsWith('=default') ? 'default' : (value ?? null));
  }
  return changes;
}
