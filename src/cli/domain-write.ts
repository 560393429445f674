/** `nameplate domain create`, `update` and `delete`. Source: docs/reference/domains.md ("Custom domains"). */
import type { Command } from 'commander';
import { customDomainResource } from '../resources/custom-domain.ts';
import { attributeHelp, bodyOfOptions, formatHelp, withAttributeOptions } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { deleteCommand } from './delete-command.ts';
import { openDnsRecords, openReaders } from './domain-dns.ts';
import { findDomain, noDomain, showDomain } from './domain-show.ts';
import { errorPageHelp, readErrorPages, setErrorPages, withErrorPageOptions } from './error-page-options.ts';
import { UsageError } from './failures.ts';
import { findWireDomain } from './find-domain.ts';
import { chooseAccount, withStore } from './store.ts';
import { chooseUpstream, noUpstream } from './upstream-show.ts';

const others = [
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ['--json', 'print the custom domain as JSON'],
] as const;
const upstreamOption = [
  '--upstream UUID',
  'upstream that it is proxied to; may be left out when there is one',
] as const;

const createHelp = `Usage: nameplate domain create --host HOST [OPTIONS]

Creates a custom domain and prints the DNS records that its owner has to set.
Values are those of the API.

Options:
${formatHelp([...attributeHelp(customDomainResource, 'create'), upstreamOption, ...others])}
`;

const updateHelp = `Usage: nameplate domain update UUID_OR_HOST [OPTIONS]

Changes a custom domain. Options that you leave out change nothing.

Options:
${formatHelp([...attributeHelp(customDomainResource, 'update'), ...errorPageHelp, ...others])}
`;

type Options = { upstream?: string; account?: string; json?: true };

export function domainCreateCommand(): Command {
  return withOptions(defineCommand('create', createHelp), 'create')
    .option('--upstream <uuid>')
    .action(createDomain);
}

export function domainUpdateCommand(): Command {
  const command = defineCommand('update', updateHelp).argument('<uuid_or_host>');
  return withErrorPageOptions(withOptions(command, 'update')).action(updateDomain);
}

export function domainDeleteCommand(): Command {
  return deleteCommand({
    group: 'domain',
    target: 'UUID_OR_HOST',
    what: 'a custom domain',
    find: async (api, accountUuid, target) => {
      const { uuid, upstream_uuid, host } = await findWireDomain(api, accountUuid, target);
      return {
        path: `/api/v1/accounts/${accountUuid}/upstreams/${upstream_uuid}/custom_domains/${uuid}`,
        name: `the custom domain ${host}`,
      };
    },
  });
}

function withOptions(command: Command, verb: 'create' | 'update'): Command {
  return withAttributeOptions(command, customDomainResource, verb)
    .option('--account <uuid>')
    .option('--json');
}

async function createDomain(options: Options): Promise<void> {
  await withStore(async (store, config) => {
    const { readNew } = await openReaders(config);
    const attributes = readNew(bodyOfOptions(customDomainResource, options));
    const accountUuid = await chooseAccount(store, options.account);
    const upstream = await chooseUpstream(store, accountUuid, options.upstream);
    const domain = await store.customDomains.create(accountUuid, upstream.uuid, attributes);
    if (!domain) throw noUpstream(upstream.uuid);
    await showDomain(store, domain, await openDnsRecords(config), 'Created the custom domain:', options);
  });
}

async function updateDomain(target: string, options: Options): Promise<void> {
  const body = bodyOfOptions(customDomainResource, options);
  const pages = await readErrorPages(options);
  if (body.attributes.size + pages.size === 0) throw new UsageError('nothing to change is given; see --help');
  await withStore(async (store, config) => {
    const accountUuid = await chooseAccount(store, options.account);
    const found = await findDomain(store, accountUuid, target);
    const { uuid, upstreamUuid } = found;
    const { readChanged } = await openReaders(config);
    const updated =
      body.attributes.size === 0
        ? found
        : await store.customDomains.update(accountUuid, upstreamUuid, uuid, (current) =>
            readChanged(body, current),
          );
    if (!updated) throw noDomain(target);
    await setErrorPages(store, { kind: 'custom_domain', accountUuid, uuid }, pages);
    await showDomain(store, updated, await openDnsRecords(config), 'Updated the custom domain:', options);
  });
}
