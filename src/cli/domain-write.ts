/** `nameplate domain create`, `update` and `delete`. Source: docs/reference/domains.md ("Custom domains"). */
import type { Command } from 'commander';
import { deletedCustomDomainMessage } from '../api/schemas/custom-domain.ts';
import { customDomainResource } from '../resources/custom-domain.ts';
import { attributeHelp, bodyOfOptions, formatHelp, withAttributeOptions } from './attribute-options.ts';
import { defineCommand } from './command.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { openDnsRecords, openReaders } from './domain-dns.ts';
import { findDomain, noDomain, showDomain } from './domain-show.ts';
import { errorPageHelp, readErrorPages, setErrorPages, withErrorPageOptions } from './error-page-options.ts';
import { UsageError } from './failures.ts';
import { print, printJson } from './output.ts';
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

const deleteHelp = `Usage: nameplate domain delete UUID_OR_HOST [--account UUID] [--yes] [--json]

Deletes a custom domain, after asking.

Options:
  --account UUID  account that owns it; may be left out when there is one
${yesHelp}
  --json          print the message as JSON
  -h, --help      print this help
`;

type Options = { upstream?: string; account?: string; yes?: true; json?: true };

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
  return defineCommand('delete', deleteHelp)
    .argument('<uuid_or_host>')
    .option('--account <uuid>')
    .option('--yes')
    .option('--json')
    .action(deleteDomain);
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

async function deleteDomain(
  target: string,
  options: Pick<Options, 'account' | 'yes' | 'json'>,
): Promise<void> {
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const { uuid, host, upstreamUuid } = await findDomain(store, accountUuid, target);
    await confirm(`Delete the custom domain ${host}?`, options);
    const deleted = await store.customDomains.delete(accountUuid, upstreamUuid, uuid);
    if (!deleted) throw noDomain(target);
    const message = deletedCustomDomainMessage(deleted);
    return options.json ? printJson({ message }) : print(`${message}\n`);
  });
}
