/** `nameplate token`. Source: docs/reference/access-tokens.md. */
import { type Command, Option } from 'commander';
import { maxPerPage } from '../api/query.ts';
import { formatTimestamp, systemClock } from '../core/clock.ts';
import { quoteValue } from '../core/errors.ts';
import { accessTokenResource, type TokenScope } from '../resources/access-token.ts';
import { collectBody } from '../resources/request-body.ts';
import { type ApiClient, withApi } from './api-client.ts';
import { defineCommand, defineGroup } from './command.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { readExpiry } from './expiry.ts';
import { CliError } from './failures.ts';
import { findDomain } from './find-domain.ts';
import { readName } from './names.ts';
import { note, outputColumns, print, printJson, printLine } from './output.ts';
import { pagesOf } from './paged-list.ts';
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
                              [--scope SCOPE] [--expires WHEN] [--json]
                              [--domain HOST] [--external-id ID] [--may-apply]

Creates an access token and prints its secret, which is not stored and can't
be shown again. Standard output has the secret and nothing else:

  TOKEN=$(nameplate token create --name deploy --expires 30d)

Options:
  --account UUID    account of the token; may be left out when there is one
  --name NAME       what the token is for (default: "command line")
  --scope SCOPE     read, write, which includes read, or analytics, which only
                    reads reports, usage and findings (default: write)
  --expires WHEN    30d, 12h, a date (00:00 UTC) or an instant such as
                    2030-12-31T18:00:00Z (default: never)
  --domain HOST     host or uuid of a custom domain that a token with scope
                    analytics reads; may be repeated (default: all of them)
  --external-id ID  external id whose custom domains it reads, beside those of
                    --domain; may be repeated
  --may-apply       let a token with scope read apply plans, which otherwise
                    needs the approval of an owner or admin
  --json            print the token as JSON, with its secret
  -h, --help        print this help
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

type Token = {
  readonly uuid: string;
  readonly name: string;
  readonly scope: string;
  readonly may_apply: boolean;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
};
type CreateOptions = {
  account?: string;
  name: string;
  scope: TokenScope;
  expires?: string;
  domain?: string[];
  externalId?: string[];
  mayApply?: true;
  json?: true;
};

export function tokenCommand(): Command {
  return defineGroup('token', groupHelp, [
    defineCommand('create', createHelp)
      .option('--account <uuid>')
      .option('--name <name>', '', 'command line')
      .addOption(new Option('--scope <scope>').choices(scope.choices).default(scope.default))
      .option('--expires <when>')
      .option('--domain <host...>')
      .option('--external-id <id...>')
      .option('--may-apply')
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
  const expiresAt =
    options.expires === undefined ? null : formatTimestamp(readExpiry(options.expires, systemClock.now()));
  await withApi(async (api) => {
    const accountPath = await api.accountPath(options.account);
    const uuids: string[] = [];
    for (const named of options.domain ?? []) uuids.push((await findDomain(api, accountPath, named)).uuid);
    const body = collectBody('json', [
      ['name', name],
      ['scope', options.scope],
      ['expires_at', expiresAt],
      ...(options.domain ? [['custom_domain_uuids', uuids] as const] : []),
      ...(options.externalId ? [['external_ids', options.externalId] as const] : []),
      ...(options.mayApply ? [['may_apply', true] as const] : []),
    ]);
    const path = `${accountPath}/access_tokens`;
    const { token: secret, ...token } = await api.post<Token & { token: string }>(path, body);
    if (options.json) return printJson({ ...token, secret });
    const until = expiresAt === null ? '' : `, valid until ${showTime(expiresAt)} UTC`;
    note(
      `Created access token ${token.uuid} (${token.scope}${until}). Keep its secret, it is not shown again:`,
    );
    return printLine(secret);
  });
}

async function listTokens(options: { account?: string; json?: true }): Promise<void> {
  await withApi(async (api) => {
    const chosen = options.account === undefined ? undefined : await api.chooseAccount(options.account);
    const accounts = (await api.accounts()).filter(({ uuid }) => chosen === undefined || uuid === chosen);
    const listed: { readonly token: Token; readonly account: string }[] = [];
    for (const { uuid, name } of accounts)
      for (const token of await tokensOf(api, uuid)) listed.push({ token, account: name });
    // Uuids are in order of time.
    const all = listed.toSorted((one, other) => (one.token.uuid < other.token.uuid ? -1 : 1));
    if (options.json) return printJson(all.map(({ token }) => token));
    const columns = [
      { title: 'UUID', whole: true },
      { title: 'NAME' },
      { title: 'SCOPE', whole: true },
      { title: 'EXPIRES', whole: true },
      { title: 'LAST USED', whole: true },
      { title: 'ACCOUNT' },
    ];
    const rows = all.map(({ token, account }) => [
      token.uuid,
      token.name,
      token.may_apply ? `${token.scope}, applies plans` : token.scope,
      token.expires_at === null ? 'never' : showTime(token.expires_at),
      token.last_used_at === null ? 'never' : showTime(token.last_used_at),
      account,
    ]);
    return print(new Table(columns, outputColumns()).format(rows));
  });
}

async function tokensOf(api: ApiClient, accountUuid: string): Promise<readonly Token[]> {
  const path = `/api/v1/accounts/${accountUuid}/access_tokens`;
  const read = (limit: number, offset: number) => api.page<Token>(path, {}, limit, offset);
  const tokens: Token[] = [];
  for await (const { items } of pagesOf({ read }, maxPerPage)) tokens.push(...items);
  return tokens;
}

async function revokeToken(target: string, options: { yes?: true; json?: true }): Promise<void> {
  await withApi(async (api) => {
    for (const account of await api.accounts()) {
      const path = `/api/v1/accounts/${account.uuid}/access_tokens/${encodeURIComponent(target)}`;
      const token = await api.find<Token>(path);
      if (!token) continue;
      await confirm(`Revoke the access token ${JSON.stringify(token.name)}?`, options);
      const answer = await api.delete(path);
      return options.json ? printJson(answer) : printLine(answer.message);
    }
    throw new CliError(`there is no access token ${quoteValue(target)}`);
  });
}
