/** `nameplate webhook create`, `update`, `rotate` and `delete`. Source: docs/reference/webhooks.md ("Endpoints", "Secrets"). */
import type { Command } from 'commander';
import { HostNames } from '../core/host-names.ts';
import { readWebhookEndpoint, webhookEndpointResource } from '../resources/webhook-endpoint.ts';
import { upstreamCheckOf } from '../service/upstream-check.ts';
import { attributeHelp, bodyOfOptions, formatHelp, withAttributeOptions } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { deleteCommand } from './delete-command.ts';
import { UsageError } from './failures.ts';
import { note } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
import { findEndpoint, noEndpoint, showEndpoint } from './webhook-list.ts';

const others = [
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ['--json', 'print the endpoint as JSON'],
] as const;

const createHelp = `Usage: nameplate webhook create --url URL [OPTIONS]

Creates a webhook endpoint and prints the secret that its deliveries are signed
with. The secret is not shown again.

Options:
${formatHelp([...attributeHelp(webhookEndpointResource, 'create'), ...others])}
`;

const updateHelp = `Usage: nameplate webhook update UUID [OPTIONS]

Changes a webhook endpoint. Options that you leave out change nothing.

Options:
${formatHelp([...attributeHelp(webhookEndpointResource, 'update'), ...others])}
`;

const rotateHelp = `Usage: nameplate webhook rotate UUID [--account UUID] [--json]

Gives a webhook endpoint a new secret and prints it. The one before still signs
for 24 hours, too.

Options:
${formatHelp(others)}
`;

type Options = { account?: string; json?: true };

export function webhookCreateCommand(): Command {
  return withOptions(defineCommand('create', createHelp), 'create').action(createEndpoint);
}

export function webhookUpdateCommand(): Command {
  const command = defineCommand('update', updateHelp).argument('<uuid>');
  return withOptions(command, 'update').action(updateEndpoint);
}

export function webhookRotateCommand(): Command {
  return defineCommand('rotate', rotateHelp)
    .argument('<uuid>')
    .option('--account <uuid>')
    .option('--json')
    .action(rotateSecret);
}

export function webhookDeleteCommand(): Command {
  return deleteCommand({
    group: 'webhook',
    target: 'UUID',
    what: 'a webhook endpoint and its deliveries',
    find: async (api, accountUuid, target) => {
      const path = `/api/v1/accounts/${accountUuid}/webhook_endpoints/${encodeURIComponent(target)}`;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the route answers
      const { url } = (await api.get(path)) as { url: string };
      return { path, name: `the webhook endpoint ${url} and its deliveries` };
    },
  });
}

function withOptions(command: Command, verb: 'create' | 'update'): Command {
  return withAttributeOptions(command, webhookEndpointResource, verb)
    .option('--account <uuid>')
    .option('--json');
}

async function createEndpoint(options: Options): Promise<void> {
  const body = bodyOfOptions(webhookEndpointResource, options);
  await withStore(async (store, config) => {
    const accountUuid = await chooseAccount(store, options.account);
    const read = await readWebhookEndpoint(body, upstreamCheckOf(config, new HostNames()), accountUuid);
    for (const warning of await store.secretKeys.prepare()) note(`nameplate: ${warning}`);
    const { endpoint, secret } = await store.webhookEndpoints.create(accountUuid, read());
    await showEndpoint(endpoint, 'Created the webhook endpoint:', options, secret);
  });
}

async function updateEndpoint(target: string, options: Options): Promise<void> {
  const body = bodyOfOptions(webhookEndpointResource, options);
  if (body.attributes.size === 0) throw new UsageError('nothing to change is given; see --help');
  await withStore(async (store, config) => {
    const accountUuid = await chooseAccount(store, options.account);
    const found = await findEndpoint(store, accountUuid, target);
    const read = await readWebhookEndpoint(
      body,
      upstreamCheckOf(config, new HostNames()),
      accountUuid,
      found,
    );
    const updated = await store.webhookEndpoints.update(accountUuid, found.uuid, read);
    if (!updated) throw noEndpoint(target);
    await showEndpoint(updated, 'Updated the webhook endpoint:', options);
  });
}

async function rotateSecret(target: string, options: Options): Promise<void> {
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const { uuid } = await findEndpoint(store, accountUuid, target);
    for (const warning of await store.secretKeys.prepare()) note(`nameplate: ${warning}`);
    const rotated = await store.webhookEndpoints.rotateSecret(accountUuid, uuid);
    if (!rotated) throw noEndpoint(target);
    await showEndpoint(rotated.endpoint, 'The webhook endpoint:', options, rotated.secret);
  });
}
