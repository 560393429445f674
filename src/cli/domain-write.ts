/** `nameplate domain create`, `update` and `delete`. Source: docs/reference/domains.md ("Custom domains"). */
import type { Command } from 'commander';
import {
  deletedCustomDomainMessage,
  readChangedCustomDomain,
  readNewCustomDomain,
} from '../api/schemas/custom-domain.ts';
import { defineCommand } from './command.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { openDnsRecords } from './domain-dns.ts';
import { findDomain, noDomain, showDomain } from './domain-show.ts';
import { UsageError } from './failures.ts';
import { formOf } from './form.ts';
import { print, printJson } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
import { chooseUpstream, noUpstream } from './upstream-show.ts';

const createHelp = `Usage: nameplate domain create --host HOST [OPTIONS]

Creates a custom domain and prints the DNS records that its owner has to set.
The values are those of the API.

Options:
  --host HOST             host that visitors ask for; one custom domain each
  --upstream UUID         upstream that it is proxied to; may be left out when
                          there is one
  --redirect-to-www       redirect visitors to www.HOST, and serve that too
  --no-redirect-to-www    do not (default)
  --web-analytics MODE    inject, manual or off (default: inject)
  --hsts-max-age SECONDS  tell browsers to come by HTTPS only for this long;
                          0 does not (default)
  --time-zone ZONE        time zone of its days in queries, such as
                          Europe/Berlin (default: UTC)
  --account UUID          account that owns it; may be left out when there is
                          one
  --json                  print the custom domain as JSON
  -h, --help              print this help
`;

const updateHelp = `Usage: nameplate domain update UUID_OR_HOST [OPTIONS]

Changes a custom domain. What is not given stays as it is.

Options:
  --host HOST             move it to this host
  --redirect-to-www       redirect visitors to www.HOST, and serve that too
  --no-redirect-to-www    do not
  --web-analytics MODE    inject, manual or off
  --hsts-max-age SECONDS  tell browsers to come by HTTPS only for this long;
                          0 does not
  --time-zone ZONE        time zone of its days in queries, such as
                          Europe/Berlin
  --account UUID          account that owns it; may be left out when there is
                          one
  --json                  print the custom domain as JSON
  -h, --help              print this help
`;

const deleteHelp = `Usage: nameplate domain delete UUID_OR_HOST [--account UUID] [--yes] [--json]

Deletes a custom domain, after asking.

Options:
  --account UUID  account that owns it; may be left out when there is one
${yesHelp}
  --json          print the message as JSON
  -h, --help      print this help
`;

type Options = {
  host?: string;
  upstream?: string;
  redirectToWww?: boolean;
  webAnalytics?: string;
  hstsMaxAge?: string;
  timeZone?: string;
  account?: string;
  yes?: true;
  json?: true;
};

export function domainCreateCommand(): Command {
  return withAttributes(
    defineCommand('create', createHelp).requiredOption('--host <host>').option('--upstream <uuid>'),
  ).action(createDomain);
}

export function domainUpdateCommand(): Command {
  return withAttributes(
    defineCommand('update', updateHelp).argument('<uuid_or_host>').option('--host <host>'),
  ).action(updateDomain);
}

export function domainDeleteCommand(): Command {
  return defineCommand('delete', deleteHelp)
    .argument('<uuid_or_host>')
    .option('--account <uuid>')
    .option('--yes')
    .option('--json')
    .action(deleteDomain);
}

function withAttributes(command: Command): Command {
  return command
    .option('--redirect-to-www')
    .option('--no-redirect-to-www')
    .option('--web-analytics <mode>')
    .option('--hsts-max-age <seconds>')
    .option('--time-zone <zone>')
    .option('--account <uuid>')
    .option('--json');
}

function bodyOf({ host, redirectToWww, webAnalytics, hstsMaxAge, timeZone }: Options) {
  return formOf({
    host,
    redirect_to_www: redirectToWww,
    web_analytics: webAnalytics,
    hsts_max_age: hstsMaxAge,
    time_zone: timeZone,
  });
}

async function createDomain(options: Options): Promise<void> {
  await withStore(async (store, config) => {
    const attributes = readNewCustomDomain(bodyOf(options), config.edge.publicHostname);
    const accountUuid = await chooseAccount(store, options.account);
    const upstream = await chooseUpstream(store, accountUuid, options.upstream);
    const domain = await store.customDomains.create(accountUuid, upstream.uuid, attributes);
    if (!domain) throw noUpstream(upstream.uuid);
    await showDomain(store, domain, await openDnsRecords(config), 'Created the custom domain:', options);
  });
}

async function updateDomain(target: string, options: Options): Promise<void> {
  const body = bodyOf(options);
  if (body.attributes.size === 0) throw new UsageError('nothing to change is given; see --help');
  await withStore(async (store, config) => {
    const accountUuid = await chooseAccount(store, options.account);
    const { uuid, upstreamUuid } = await findDomain(store, accountUuid, target);
    const updated = await store.customDomains.update(accountUuid, upstreamUuid, uuid, (current) =>
      readChangedCustomDomain(body, current, config.edge.publicHostname),
    );
    if (!updated) throw noDomain(target);
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
