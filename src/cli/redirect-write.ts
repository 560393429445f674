/** `nameplate redirect create`, `update` and `delete`. Source: docs/reference/redirects.md ("Attributes"). */
import type { Command } from 'commander';
import { redirectToWire } from '../api/schemas/redirect.ts';
import {
  type Redirect,
  readChangedRedirect,
  readNewRedirect,
  redirectResource,
} from '../resources/redirect.ts';
import { attributeHelp, bodyOfOptions, formatHelp, withAttributeOptions } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { UsageError } from './failures.ts';
import { findRedirect, noRedirect } from './find-redirect.ts';
import { note, print, printJson } from './output.ts';
import { redirectTable, toCells } from './redirect-list.ts';
import { chooseAccount, withStore } from './store.ts';

const others = [
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ['--json', 'print the redirect as JSON'],
] as const;

const createHelp = `Usage: nameplate redirect create --source-host HOST --destination-url URL
                                 [OPTIONS]

Creates a redirect. Values are those of the API.

Options:
${formatHelp([...attributeHelp(redirectResource, 'create'), ...others])}
`;

const updateHelp = `Usage: nameplate redirect update UUID_OR_HOST [OPTIONS]

Changes a redirect. Options that you leave out change nothing.

Options:
${formatHelp([...attributeHelp(redirectResource, 'update'), ...others])}
`;

const deleteHelp = `Usage: nameplate redirect delete UUID_OR_HOST [--account UUID] [--yes] [--json]

Deletes a redirect, after asking.

Options:
  --account UUID  account that owns it; may be left out when there is one
${yesHelp}
  --json          print the message as JSON
  -h, --help      print this help
`;

type Options = { account?: string; yes?: true; json?: true };

export function redirectCreateCommand(): Command {
  return withOptions(defineCommand('create', createHelp), 'create').action(createRedirect);
}

export function redirectUpdateCommand(): Command {
  return withOptions(defineCommand('update', updateHelp).argument('<uuid_or_host>'), 'update').action(
    updateRedirect,
  );
}

export function redirectDeleteCommand(): Command {
  return defineCommand('delete', deleteHelp)
    .argument('<uuid_or_host>')
    .option('--account <uuid>')
    .option('--yes')
    .option('--json')
    .action(deleteRedirect);
}

function withOptions(command: Command, verb: 'create' | 'update'): Command {
  return withAttributeOptions(command, redirectResource, verb).option('--account <uuid>').option('--json');
}

async function createRedirect(options: Options): Promise<void> {
  const attributes = readNewRedirect(bodyOfOptions(redirectResource, options));
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const redirect = await store.redirects.create(accountUuid, attributes);
    await show(redirect, `Created redirect ${redirect.uuid}:`, options);
  });
}

async function updateRedirect(target: string, options: Options): Promise<void> {
  const body = bodyOfOptions(redirectResource, options);
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

async function show(redirect: Redirect, title: string, options: Options): Promise<void> {
  if (options.json) return printJson(redirectToWire(redirect));
  note(title);
  return print(redirectTable().format([toCells(redirect)]));
}
