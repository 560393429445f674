/** `nameplate upstream create`, `update` and `delete`. Source: docs/reference/domains.md ("Upstreams"). */
import type { Command } from 'commander';
import {
  deletedUpstreamMessage,
  readChangedPlace,
  readChangedUpstream,
  readNewUpstream,
  refuseForbiddenPlace,
} from '../api/schemas/upstream.ts';
import { upstreamCheckOf } from '../service/upstream-check.ts';
import { defineCommand } from './command.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { UsageError } from './failures.ts';
import { formOf } from './form.ts';
import { note, print, printJson } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
import { findUpstream, noUpstream, showUpstream } from './upstream-show.ts';

const createHelp = `Usage: nameplate upstream create --host HOST [OPTIONS]

Creates an upstream and shows it with its token. The values are those of the
API.

Options:
  --host HOST         DNS name or IP address of the upstream
  --port N            its TCP port (default: 443)
  --tls               connect with TLS (default)
  --no-tls            connect in clear text
  --auth-token TOKEN  what it gets in X-Nameplate-Auth-Token, 8 to 256 visible
                      characters (default: 32 random bytes)
  --account UUID      account that owns it; may be left out when there is one
  --json              print the upstream as JSON
  -h, --help          print this help
`;

const updateHelp = `Usage: nameplate upstream update UUID [OPTIONS]

Changes an upstream. What is not given stays as it is.

Options:
  --host HOST         DNS name or IP address of the upstream
  --port N            its TCP port
  --tls               connect with TLS
  --no-tls            connect in clear text
  --auth-token TOKEN  what it gets in X-Nameplate-Auth-Token, 8 to 256 visible
                      characters
  --account UUID      account that owns it; may be left out when there is one
  --json              print the upstream as JSON
  -h, --help          print this help
`;

const deleteHelp = `Usage: nameplate upstream delete UUID [--account UUID] [--yes] [--json]

Deletes an upstream and the custom domains on it, after asking.

Options:
  --account UUID  account that owns it; may be left out when there is one
${yesHelp}
  --json          print the message as JSON
  -h, --help      print this help
`;

type Options = {
  host?: string;
  port?: string;
  tls?: boolean;
  authToken?: string;
  account?: string;
  yes?: true;
  json?: true;
};

export function upstreamCreateCommand(): Command {
  return withAttributes(defineCommand('create', createHelp).requiredOption('--host <host>')).action(
    createUpstream,
  );
}

export function upstreamUpdateCommand(): Command {
  return withAttributes(
    defineCommand('update', updateHelp).argument('<uuid>').option('--host <host>'),
  ).action(updateUpstream);
}

export function upstreamDeleteCommand(): Command {
  return defineCommand('delete', deleteHelp)
    .argument('<uuid>')
    .option('--account <uuid>')
    .option('--yes')
    .option('--json')
    .action(deleteUpstream);
}

function withAttributes(command: Command): Command {
  return command
    .option('--port <n>')
    .option('--tls')
    .option('--no-tls')
    .option('--auth-token <token>')
    .option('--account <uuid>')
    .option('--json');
}

function bodyOf({ host, port, tls, authToken }: Options) {
  return formOf({ host, port, tls, auth_token: authToken });
}

async function createUpstream(options: Options): Promise<void> {
  const attributes = readNewUpstream(bodyOf(options));
  await withStore(async (store, config) => {
    const accountUuid = await chooseAccount(store, options.account);
    await refuseForbiddenPlace(attributes, upstreamCheckOf(config));
    for (const warning of await store.secretKeys.prepare()) note(`nameplate: ${warning}`);
    const upstream = await store.upstreams.create(accountUuid, attributes);
    await showUpstream(upstream, 'Created the upstream:', options);
  });
}

async function updateUpstream(target: string, options: Options): Promise<void> {
  const body = bodyOf(options);
  if (body.attributes.size === 0) throw new UsageError('nothing to change is given; see --help');
  await withStore(async (store, config) => {
    const accountUuid = await chooseAccount(store, options.account);
    const found = await findUpstream(store, accountUuid, target);
    const place = readChangedPlace(body, found);
    if (place.host !== found.host || place.port !== found.port)
      await refuseForbiddenPlace(place, upstreamCheckOf(config));
    for (const warning of await store.secretKeys.prepare()) note(`nameplate: ${warning}`);
    const updated = await store.upstreams.update(accountUuid, found.uuid, (current) =>
      readChangedUpstream(body, current),
    );
    if (!updated) throw noUpstream(target);
    await showUpstream(updated, 'Updated the upstream:', options);
  });
}

async function deleteUpstream(
  target: string,
  options: Pick<Options, 'account' | 'yes' | 'json'>,
): Promise<void> {
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const { uuid, host } = await findUpstream(store, accountUuid, target);
    await confirm(`Delete the upstream ${host} and the custom domains on it?`, options);
    const deleted = await store.upstreams.delete(accountUuid, uuid);
    if (!deleted) throw noUpstream(target);
    const message = deletedUpstreamMessage(deleted.upstream, deleted.domainsDeleted);
    return options.json ? printJson({ message }) : print(`${message}\n`);
  });
}
