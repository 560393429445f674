/** `nameplate redirect create`, `update` and `delete`. Source: docs/reference/redirects.md ("Attributes"). */
import { type Command, Option } from 'commander';
import type { RequestBody } from '../api/body/request-body.ts';
import { redirectToWire } from '../api/schemas/redirect.ts';
import type { Redirect } from '../control/redirects.ts';
import type { ControlStore } from '../control/store.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { defineCommand } from './command.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { UsageError } from './failures.ts';
import { formOf } from './form.ts';
import { note, print, printJson } from './output.ts';
import { readChangedRedirect, readHost, readNewRedirect } from './redirect-attributes.ts';
import { redirectTable, toCells } from './redirect-list.ts';
import { chooseAccount, withStore } from './store.ts';

const createHelp = `Usage: nameplate redirect create --source-host HOST --destination-url URL
                                 [OPTIONS]

Creates a redirect. The values are those of the API.

Options:
  --source-host HOST          host on which requests arrive; one redirect each
  --destination-url URL       where matching requests are sent
  --match-path PATTERN        "*" for all paths, "/docs*" for a prefix, anything
                              else exactly (default: "*")
  --redirect-type TYPE        permanent (301) or found (302)
                              (default: permanent)
  --preserve-path             append the request's path (default)
  --no-preserve-path          do not
  --preserve-query-string     append the request's query (default)
  --no-preserve-query-string  do not
  --active                    redirect traffic (default)
  --inactive                  create it paused
  --account UUID              account that owns it; may be left out when there
                              is one
  --json                      print the redirect as JSON
  -h, --help                  print this help
`;

const updateHelp = `Usage: nameplate redirect update UUID_OR_HOST [OPTIONS]

Changes a redirect. What is not given stays as it is.

Options:
  --source-host HOST          move it to this host
  --destination-url URL       where matching requests are sent
  --match-path PATTERN        "*" for all paths, "/docs*" for a prefix, anything
                              else exactly
  --redirect-type TYPE        permanent (301) or found (302)
  --preserve-path             append the request's path
  --no-preserve-path          do not
  --preserve-query-string     append the request's query
  --no-preserve-query-string  do not
  --active                    redirect traffic
  --inactive                  pause it
  --account UUID              account that owns it; may be left out when there
                              is one
  --json                      print the redirect as JSON
  -h, --help                  print this help
`;

const deleteHelp = `Usage: nameplate redirect delete UUID_OR_HOST [--account UUID] [--yes] [--json]

Deletes a redirect, after asking.

Options:
  --account UUID  account that owns it; may be left out when there is one
${yesHelp}
  --json          print the message as JSON
  -h, --help      print this help
`;

type Options = {
  sourceHost?: string;
  destinationUrl?: string;
  matchPath?: string;
  redirectType?: string;
  preservePath?: boolean;
  preserveQueryString?: boolean;
  active?: true;
  inactive?: true;
  account?: string;
  yes?: true;
  json?: true;
};

export function redirectCreateCommand(): Command {
  return withAttributes(
    defineCommand('create', createHelp)
      .requiredOption('--source-host <host>')
      .requiredOption('--destination-url <url>'),
  ).action(createRedirect);
}

export function redirectUpdateCommand(): Command {
  return withAttributes(
    defineCommand('update', updateHelp)
      .argument('<uuid_or_host>')
      .option('--source-host <host>')
      .option('--destination-url <url>'),
  ).action(updateRedirect);
}

export function redirectDeleteCommand(): Command {
  return defineCommand('delete', deleteHelp)
    .argument('<uuid_or_host>')
    .option('--account <uuid>')
    .option('--yes')
    .option('--json')
    .action(deleteRedirect);
}

function withAttributes(command: Command): Command {
  return command
    .option('--match-path <pattern>')
    .option('--redirect-type <type>')
    .option('--preserve-path')
    .option('--no-preserve-path')
    .option('--preserve-query-string')
    .option('--no-preserve-query-string')
    .option('--active')
    .addOption(new Option('--inactive').conflicts('active'))
    .option('--account <uuid>')
    .option('--json');
}

function bodyOf(options: Options): RequestBody {
  return formOf({
    source_host: options.sourceHost,
    match_path: options.matchPath,
    destination_url: options.destinationUrl,
    redirect_type: options.redirectType,
    preserve_path: options.preservePath,
    preserve_query_string: options.preserveQueryString,
    active: options.inactive ? false : options.active,
  });
}

async function createRedirect(options: Options): Promise<void> {
  const attributes = readNewRedirect(bodyOf(options));
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const redirect = await store.redirects.create(accountUuid, attributes);
    await show(redirect, `Created redirect ${redirect.uuid}:`, options);
  });
}

async function updateRedirect(target: string, options: Options): Promise<void> {
  const body = bodyOf(options);
  if (body.attributes.size === 0) throw new UsageError('nothing to change is given; see --help');
  await withStore(async (store) => {
    const found = await findRedirect(store, target, options.account);
    const updated = await store.redirects.update(found.accountUuid, found.uuid, (current) =>
      readChangedRedirect(body, current),
    );
    if (!updated) throw noRedirect(target);
    await show(updated, `Updated redirect ${updated.uuid}:`, options);
  });
}

async function deleteRedirect(
  target: string,
  options: Pick<Options, 'account' | 'yes' | 'json'>,
): Promise<void> {
  await withStore(async (store) => {
    const found = await findRedirect(store, target, options.account);
    await confirm(`Delete the redirect of ${found.sourceHost}?`, options);
    const deleted = await store.redirects.delete(found.accountUuid, found.uuid);
    if (!deleted) throw noRedirect(target);
    const message = `Redirect ${deleted.uuid} of ${deleted.sourceHost} was deleted.`;
    return options.json ? printJson({ message }) : print(`${message}\n`);
  });
}

async function findRedirect(
  store: ControlStore,
  target: string,
  account: string | undefined,
): Promise<Redirect> {
  const accountUuid = await chooseAccount(store, account);
  const uuid = parseUuid(target) ?? (await store.redirects.uuidOfHost(readHost(target)));
  const redirect = uuid === undefined ? undefined : await store.redirects.find(accountUuid, uuid);
  if (!redirect) throw noRedirect(target);
  return redirect;
}

function noRedirect(target: string): ServiceError {
  return new ServiceError('not_found', `there is no redirect ${quoteValue(target)}`);
}

async function show(redirect: Redirect, title: string, options: Options): Promise<void> {
  if (options.json) return printJson(redirectToWire(redirect));
  note(title);
  return print(redirectTable().format([toCells(redirect)]));
}
