/** `nameplate domain-connect`. Source: docs/reference/domain-connect.md. */
import type { Command } from 'commander';
import { systemClock } from '../core/clock.ts';
import { quoteValue } from '../core/errors.ts';
import { EdgeAddresses } from '../dns/edge-addresses.ts';
import { DnsResolver } from '../dns/resolver.ts';
import { DomainConnectKeys } from '../features/domain-connect/key-store.ts';
import { providerIdOf } from '../features/domain-connect/provider-id.ts';
import { makeTemplate, serviceId } from '../features/domain-connect/template.ts';
import { defineCommand, defineGroup } from './command.ts';
import { CliError, UsageError } from './failures.ts';
import { readName } from './names.ts';
import { note, printJson } from './output.ts';
import { withStore } from './store.ts';

const groupHelp = `Usage: nameplate domain-connect template

With Domain Connect, a customer's DNS provider sets the records of a custom
domain at the press of a button on the connect page.

Commands:
  template    print the template that DNS providers need

Options:
  -h, --help  print this help
`;

const templateHelp = `Usage: nameplate domain-connect template [OPTIONS]

Prints this installation's template as JSON, for the templates repository and
the DNS providers, and creates the key that signs links if there is none. It
needs NAMEPLATE_EDGE_HOSTNAME and NAMEPLATE_DNS_ZONE.

Options:
  --provider-name NAME   your name, as providers show it (default: the
                         registered domain of NAMEPLATE_EDGE_HOSTNAME)
  --service-name NAME    name of the service (default: Nameplate)
  --template-version NUMBER
                         raise it by one for each change (default: 1)
  -h, --help             print this help
`;

type Options = {
  readonly providerName?: string;
  readonly serviceName: string;
  readonly templateVersion: string;
};

export function domainConnectCommand(): Command {
  return defineGroup('domain-connect', groupHelp, [
    defineCommand('template', templateHelp)
      .option('--provider-name <name>')
      .option('--service-name <name>', '', 'Nameplate')
      .option('--template-version <number>', '', '1')
      .action(printTemplate),
  ]);
}

async function printTemplate(options: Options): Promise<void> {
  const { templateVersion } = options;
  if (!/^[1-9]\d{0,8}$/.test(templateVersion))
    throw new UsageError(`--template-version ${quoteValue(templateVersion)} is invalid; allowed: 1 or more`);
  const serviceName = readName('--service-name', options.serviceName);
  const providerName =
    options.providerName === undefined ? undefined : readName('--provider-name', options.providerName);
  await withStore(async (store, config) => {
    const { edge, dnsServers, responder, api } = config;
    const providerId = providerIdOf(config);
    if (providerId === undefined || responder === undefined)
      throw new CliError(
        'there is no template without NAMEPLATE_EDGE_HOSTNAME, in a registered domain, and NAMEPLATE_DNS_ZONE',
      );
    using addresses = new EdgeAddresses(
      { ...edge, zone: responder.zone },
      (signal) => new DnsResolver(dnsServers, signal),
      systemClock,
    );
    if (addresses.place.addresses.length === 0) await addresses.refresh();
    for (const warning of await store.secretKeys.prepare()) note(`nameplate: ${warning}`);
    await new DomainConnectKeys(store).findOrMake();
    const words = {
      providerId,
      providerName: providerName ?? providerId,
      serviceName,
      version: Number(templateVersion),
      zone: responder.zone,
      redirectDomain: api.origin === undefined ? undefined : new URL(api.origin).hostname,
    };
    await printJson(makeTemplate(words, addresses));
    note(`The templates repository has it as ${providerId}.${serviceId}.json.`);
  });
}
