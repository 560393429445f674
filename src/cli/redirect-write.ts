/** `nameplate redirect create`, `update` and `delete`. Source: docs/reference/redirects.md ("Attributes"). */
import type { Command } from 'commander';
import { redirectResource } from '../resources/redirect.ts';
import { fromWire } from '../resources/resource.ts';
import { withApi } from './api-client.ts';
import { attributeHelp, bodyOfOptions, formatHelp, withAttributeOptions } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { deleteCommand } from './delete-command.ts';
import { UsageError } from './failures.ts';
import { findRedirect } from './find-redirect.ts';
import { note, print, printJson } from './output.ts';
import { redirectTable, toCells } from './redirect-list.ts';

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
    find: async (api, accountUuid, target) => {
      const { uuid, sourceHost } = await findRedirect(api, accountUuid, target);
      return {
        path: `/api/v1/accounts/${accountUuid}/redirects/${uuid}`,
        name: `the redirect of ${sourceHost}`,
      };
    },
  });
}

function withOptions(command: Command, verb: 'create' | 'update'): Command {
  return withAttributeOptions(command, redirectResource, verb).option('--account <uuid>').option('--json');
}

async function createRedirect(options: Options): Promise<void> {
  const body = bodyOfOptions(redirectResource, options);
  await withApi(async (api) => {
    const accountUuid = await api.chooseAccount(options.account);
    const redirect = await api.post(`/api/v1/accounts/${accountUuid}/redirects`, body);
    await show(redirect, 'Created', options);
  });
}

async function updateRedirect(target: string, options: Options): Promise<void> {
  const body = bodyOfOptions(redirectResource, options);
  if (body.attributes.size === 0) throw new UsageError('nothing to change is given; see --help');
  await withApi(async (api) => {
    const { uuid, accountUuid } = await findRedirect(api, await api.chooseAccount(options.account), target);
    const redirect = await api.put(`/api/v1/accounts/${accountUuid}/redirects/${uuid}`, body);
    await show(redirect, 'Updated', options);
  });
}

async function show(wire: object, done: string, options: Options): Promise<void> {
  if (options.json) return printJson(wire);
  const redirect = fromWire(redirectResource, wire);
  note(`${done} redirect ${redirect.uuid}:`);
  return print(redirectTable().format([toCells(redirect)]));
}
