/** `nameplate upstream create`, `update` and `delete`. Source: docs/reference/domains.md ("Upstreams"). */
import type { Command } from 'commander';
import { systemClock } from '../core/clock.ts';
import { HostNames } from '../core/host-names.ts';
import { upstreamTlsChecks } from '../features/upstreams/tls-checks.ts';
import {
  readChangedUpstream,
  readNewUpstream,
  refuseForbiddenPlaces,
  upstreamResource,
} from '../resources/upstream.ts';
import { upstreamCheckOf } from '../service/upstream-check.ts';
import {
  attributeHelp,
  bodyOfOptions,
  formatHelp,
  readFileOptions,
  withAttributeOptions,
} from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { deleteCommand } from './delete-command.ts';
import { errorPageHelp, readErrorPages, setErrorPages, withErrorPageOptions } from './error-page-options.ts';
import { UsageError } from './failures.ts';
import { note } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
import { findUpstream, noUpstream, showUpstream } from './upstream-show.ts';

const others = [
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ['--json', 'print the upstream as JSON'],
] as const;

const createHelp = `Usage: nameplate upstream create --host HOST [OPTIONS]

Creates an upstream and shows it with its token. The values are those of the
API.

Options:
${formatHelp([...attributeHelp(upstreamResource, 'create'), ...others])}
`;

const updateHelp = `Usage: nameplate upstream update UUID [OPTIONS]

Changes an upstream. Options that you leave out change nothing.

Options:
${formatHelp([...attributeHelp(upstreamResource, 'update'), ...errorPageHelp, ...others])}
`;

type Options = { account?: string; json?: true };

export function upstreamCreateCommand(): Command {
  return withOptions(defineCommand('create', createHelp), 'create').action(createUpstream);
}

export function upstreamUpdateCommand(): Command {
  const command = defineCommand('update', updateHelp).argument('<uuid>');
  return withErrorPageOptions(withOptions(command, 'update')).action(updateUpstream);
}

export function upstreamDeleteCommand(): Command {
  return deleteCommand({
    group: 'upstream',
    target: 'UUID',
    what: 'an upstream and the custom domains on it',
    find: async (api, accountUuid, target) => {
      const path = `/api/v1/accounts/${accountUuid}/upstreams/${encodeURIComponent(target)}`;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the route answers
      const { host } = (await api.get(path)) as { host: string };
      return { path, name: `the upstream ${host} and the custom domains on it` };
    },
  });
}

function withOptions(command: Command, verb: 'create' | 'update'): Command {
  return withAttributeOptions(command, upstreamResource, verb).option('--account <uuid>').option('--json');
}

async function createUpstream(options: Options): Promise<void> {
  const body = bodyOfOptions(upstreamResource, await readFileOptions(upstreamResource, options));
  const attributes = readNewUpstream(body, upstreamTlsChecks(systemClock.now()));
  await withStore(async (store, config) => {
    const accountUuid = await chooseAccount(store, options.account);
    await refuseForbiddenPlaces(body, upstreamCheckOf(config, new HostNames()), accountUuid);
    for (const warning of await store.secretKeys.prepare()) note(`nameplate: ${warning}`);
    const upstream = await store.upstreams.create(accountUuid, attributes);
    await showUpstream(store, upstream, 'Created the upstream:', options);
  });
}

async function updateUpstream(target: string, options: Options): Promise<void> {
  const body = bodyOfOptions(upstreamResource, await readFileOptions(upstreamResource, options));
  const pages = await readErrorPages(options);
  if (body.attributes.size + pages.size === 0) throw new UsageError('nothing to change is given; see --help');
  await withStore(async (store, config) => {
    const accountUuid = await chooseAccount(store, options.account);
    const found = await findUpstream(store, accountUuid, target);
    await refuseForbiddenPlaces(body, upstreamCheckOf(config, new HostNames()), accountUuid, found);
    for (const warning of await store.secretKeys.prepare()) note(`nameplate: ${warning}`);
    const updated =
      body.attributes.size === 0
        ? found
        : await store.upstreams.update(accountUuid, found.uuid, (current) =>
            readChangedUpstream(body, current, upstreamTlsChecks(systemClock.now(), current)),
          );
    if (!updated) throw noUpstream(target);
    await setErrorPages(store, { kind: 'upstream', accountUuid, uuid: found.uuid }, pages);
    await showUpstream(store, updated, 'Updated the upstream:', options);
  });
}
