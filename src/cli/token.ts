/** `nameplate token`. Source: docs/reference/access-tokens.md. */
import { type Command, Option } from 'commander';
import { systemClock } from '../core/clock.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { accessTokenResource, type TokenScope } from '../resources/access-token.ts';
import { toWire } from '../resources/resource.ts';
import { defineCommand, defineGroup } from './command.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { readExpiry } from './expiry.ts';
import { readName } from './names.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
import { showTime, Table } from './table.ts';

const groupHelp = `Usage: nameplate token create | list | revoke UUID

An access token lets a program use the API of one account.

Commands:
  create      create an access token and print its secret once
  list        list access tokens, without their secrets
  revoke      revoke an access token

Options:
  -h, --help  print this help
`;

const createHelp = `Usage: nameplate token create [--account UUID] [--name NAME]
                              [--scope read|write] [--expires WHEN] [--json]

Creates an access token and prints its secret, which is not stored and can't
be shown again. Standard output has the secret and nothing else:

  TOKEN=$(nameplate token create --name deploy --expires 30d)

Options:
  --account UUID      account of the token; may be left out when there is one
  --name NAME         what the token is for (default: "command line")
  --scope read|write  write includes read (default: write)
  --expires WHEN      30d, 12h, a date (00:00 UTC) or an instant such as
                      2030-12-31T18:00:00Z (default: never)
  --json              print the token as JSON, with its secret
  -h, --help          print this help
`;

const listHelp = `Usage: nameplate token list [--account UUID] [--json]

Lists access tokens, oldest first, without their secrets.

Options:
  --account UUID  only the tokens of this account
  --json          print them as a JSON array
  -h, --help      print this help
`;

const revokeHelp = `Usage: nameplate token revoke UUID [--yes] [--json]

Revokes an access token, after asking. A running service refuses it within
250 ms.

Options:
${yesHelp}
  --json          print the message as JSON
  -h, --help      print this help
`;

const { scope } = accessTokenResource.definitions;

type CreateOptions = { account?: string; name: string; scope: TokenScope; expires?: string; json?: true };

export function tokenCommand(): Command {
  return defineGroup('token', groupHelp, [
    defineCommand('create', createHelp)
      .option('--account <uuid>')
      .option('--name <name>', '', 'command line')
      .addOption(new Option('--scope <scope>').choices(scope.choices).default(scope.default))
      .option('--expires <when>')
      .option('--json')
      .action(createToken),
    defineCommand('list', listHelp).option('--account <uuid>').option('--json').action(listTokens),
    defineCommand('revoke', revokeHelp)
      .argument('<uuid>')
      .option('--yes')
      .option('--json')
      .action(revokeToken),
  ]);
}

async function createToken(options: CreateOptions): Promise<void> {
  const name = readName('--name', options.name);
  const expiresAt = options.expires === undefined ? null : readExpiry(options.expires, systemClock.now());
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const { token, secret } = await store.tokens.create({
      accountUuid,
      name,
      scope: options.scope,
      expiresAt,
    });
    if (options.json) return printJson({ ...toWire(accessTokenResource, token), secret });
    const until = expiresAt === null ? '' : `, valid until ${showTime(expiresAt)} UTC`;
    note(
      `Created access token ${token.uuid} (${token.scope}${until}). Keep its secret, it is not shown again:`,
    );
    return print(`${secret}\n`);
  });
}

async function listTokens(options: { account?: string; json?: true }): Promise<void> {
  await withStore(async (store) => {
    const accountUuid =
      options.account === undefined ? undefined : await chooseAccount(store, options.account);
    const tokens = await store.tokens.list(accountUuid);
    if (options.json) return printJson(tokens.map((token) => toWire(accessTokenResource, token)));
    const names = new Map((await store.accounts.list()).map(({ uuid, name }) => [uuid, name]));
    const columns = [
      { title: 'UUID', whole: true },
      { title: 'NAME' },
      { title: 'SCOPE', whole: true },
      { title: 'EXPIRES', whole: true },
      { title: 'LAST USED', whole: true },
      { title: 'ACCOUNT' },
    ];
    const rows = tokens.map((token) => [
      token.uuid,
      token.name,
      token.scope,
      token.expiresAt === null ? 'never' : showTime(token.expiresAt),
      token.lastUsedAt === null ? 'never' : showTime(token.lastUsedAt),
      names.get(token.accountUuid) ?? token.accountUuid,
    ]);
    return print(new Table(columns, outputColumns()).format(rows));
  });
}

async function revokeToken(target: string, options: { yes?: true; json?: true }): Promise<void> {
  await withStore(async (store) => {
    const uuid = parseUuid(target) ?? '';
    const found = (await store.tokens.list()).find((one) => one.uuid === uuid);
    if (found) await confirm(`Revoke the access token ${JSON.stringify(found.name)}?`, options);
    const token = await store.tokens.revoke(uuid);
    if (!token) throw new ServiceError('not_found', `there is no access token ${quoteValue(target)}`);
    const message = `Access token ${token.uuid} (${JSON.stringify(token.name)}) was revoked.`;
    return options.json ? printJson({ message }) : print(`${message}\n`);
  });
}
