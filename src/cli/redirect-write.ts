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
import { deleteCommand } from './delete-command.ts';
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

type Options = { account?: string; json?: true };

export function redirectCreateCommand(): Command {
  return withOptions(defineCommand('create', createHelp), 'create').action(createRedirect);
}

export function redirectUpdateCommand(): Command {
  return withOptions(defineCommand('update', updateHelp).argument('<uuid_or_host>'), 'update').action(
    updateRedirect,
  );
}

export function redirectDeleteCommand(): Command {
  return deleteCommand({
    group: 'redirect',
    target: 'UUID_OR_HOST',
    what: 'a redirect',
    find: (store, accountUuid, target) => findRedirect(store, target, accountUuid),
    name: ({ sourceHost }) => `the redirect of ${sourceHost}`,
    delete: async (store, accountUuid, { uuid }) => {
      const deleted = await store.redirects.delete(accountUuid, uuid);
      return deleted && `Redirect ${deleted.uuid} of ${deleted.sourceHost} was deleted.`;
    },
    notFound: noRedirect,
  });
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

async function show(redirect: Redirect, title: string, options: Options): Promise<void> {
  if (options.json) return printJson(redirectToWire(redirect));
  note(title);
  return print(redirectTable().format([toCells(redirect)]));
}
