/** `nameplate domain`. Source: docs/reference/domains.md ("Custom domains"), docs/reference/dns.md ("When it is checked"). */
import type { Command } from 'commander';
import { customDomainResource, customDomainSortFields } from '../resources/custom-domain.ts';
import { collectBody, emptyBody } from '../resources/request-body.ts';
import type { ApiClient } from './api-client.ts';
import {
  attributeHelp,
  filterHelp,
  filterQueryOf,
  formatHelp,
  withFilterOptions,
} from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { domainImportCommand } from './domain-import.ts';
import { domainColumns, type ShownDomain, showDomain, toCells } from './domain-show.ts';
import { errorPageHelp } from './error-page-options.ts';
import { domainPath, findDomain } from './find-domain.ts';
import { printJson } from './output.ts';
import { type ListOptions, listHelp, printListOf, withListOptions } from './paged-list.ts';
import {
  createCommand,
  deleteCommand,
  type ItemOptions,
  itemCommand,
  type Shown,
  showCommand,
  updateCommand,
} from './resource-commands.ts';
import { chooseUpstream } from './upstream.ts';
import { versionCommands } from './versions.ts';

const groupHelp = `Usage: nameplate domain list | create | import | show | update | move |
                        delete | versions | restore | verify

A custom domain is a customer's host that is proxied to an upstream.

Commands:
  list        list custom domains
  create      create a custom domain and print the DNS records to set
  show        show a custom domain and the DNS records to set
  import      create many custom domains, all or none
  update      change a custom domain
  move        move a custom domain to another upstream
  delete      delete a custom domain
  versions    list the versions of a custom domain
  restore     restore a version of a custom domain
  verify      check the DNS records of a custom domain now

Options:
  -h, --help  print this help
`;

const listHelpText = `Usage: nameplate domain list [OPTIONS]

Lists custom domains of an account, newest first. RECORDS tells whether the
last check found the DNS records.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ['--upstream UUID', 'only those on this upstream'],
  ...filterHelp(customDomainResource),
  ['--wide', 'show www, analytics and the uuid as well'],
  ...listHelp('custom domains', customDomainSortFields),
])}
`;

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

const showHelp = `Usage: nameplate domain show UUID_OR_HOST [--account UUID] [--json]

Shows a custom domain, the DNS records to set, and what the last check of them
found.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print the custom domain as JSON
  -h, --help      print this help
`;

const updateHelp = `Usage: nameplate domain update UUID_OR_HOST [OPTIONS]

Changes a custom domain. Options that you leave out change nothing.

Options:
${formatHelp([...attributeHelp(customDomainResource, 'update'), ...errorPageHelp, ...others])}
`;

const moveHelp = `Usage: nameplate domain move UUID_OR_HOST --to UUID [--account UUID] [--json]

Moves a custom domain to another upstream of the account, without a gap. Its
uuid, certificates and analytics stay.

Options:
  --to UUID       upstream to move it to
  --account UUID  account that owns it; may be left out when there is one
  --json          print the custom domain as JSON
  -h, --help      print this help
`;

const verifyHelp = `Usage: nameplate domain verify UUID_OR_HOST [--account UUID] [--json]

Checks the DNS records of a custom domain now, stores the result and
shows it. The exit code is 1 unless the records lead to the edge, and the
account has the host.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print the custom domain as JSON
  -h, --help      print this help
`;

const titles: Readonly<Record<ShownDomain['status'], string>> = {
  dns_records_found: 'The DNS records lead to the edge:',
  dns_records_not_found: 'The DNS records do not lead to the edge:',
  pending_check: 'It could not be found out where the DNS records lead:',
};

type DomainListOptions = ListOptions & { account?: string; upstream?: string; wide?: true };

const shown: Shown<typeof customDomainResource.definitions, ShownDomain> = {
  resource: customDomainResource,
  argument: '<uuid_or_host>',
  name: () => 'the custom domain',
  find: async (api, accountPath, target) =>
    domainPath(accountPath, await findDomain(api, accountPath, target)),
  show: showDomain,
};

export function domainCommand(): Command {
  const list = defineCommand('list', listHelpText)
    .option('--account <uuid>')
    .option('--upstream <uuid>')
    .option('--wide');
  return defineGroup('domain', groupHelp, [
    withListOptions(withFilterOptions(list, customDomainResource)).action(listDomains),
    createCommand(createHelp, shown, async (api, accountPath, { upstream }) => {
      const named = typeof upstream === 'string' ? upstream : undefined;
      const uuid = await chooseUpstream(api, accountPath, named);
      return `${accountPath}/upstreams/${encodeURIComponent(uuid)}/custom_domains`;
    }).option('--upstream <uuid>'),
    domainImportCommand(),
    showCommand(showHelp, 'Custom domain:', shown),
    updateCommand(updateHelp, shown, { hasErrorPages: true }),
    itemCommand('move', moveHelp, '<uuid_or_host>', moveDomain).requiredOption('--to <uuid>'),
    deleteCommand({
      group: 'domain',
      target: 'UUID_OR_HOST',
      what: 'a custom domain',
      find: async (api, accountPath, target) => {
        const domain = await findDomain(api, accountPath, target);
        return { path: domainPath(accountPath, domain), name: `the custom domain ${domain.host}` };
      },
    }),
    ...versionCommands({
      group: 'domain',
      target: 'UUID_OR_HOST',
      what: 'a custom domain',
      find: async (api, accountPath, target) =>
        `${accountPath}/custom_domains/${(await findDomain(api, accountPath, target)).uuid}`,
    }),
    itemCommand('verify', verifyHelp, '<uuid_or_host>', verifyDomain),
  ]);
}

async function listDomains(options: DomainListOptions): Promise<void> {
  const { upstream, wide } = options;
  const below = upstream === undefined ? '' : `/upstreams/${encodeURIComponent(upstream)}`;
  await printListOf<ShownDomain>(
    {
      noun: 'custom domain',
      columns: domainColumns(wide),
      toCells,
      path: `${below}/custom_domains`,
      filters: filterQueryOf(customDomainResource, options),
    },
    options,
  );
}

async function moveDomain(
  api: ApiClient,
  accountPath: string,
  target: string,
  { to, json }: ItemOptions & { to: string },
): Promise<void> {
  const path = await shown.find(api, accountPath, target);
  await api.get(`${accountPath}/upstreams/${encodeURIComponent(to)}`);
  const moved = await api.post<ShownDomain>(`${path}/move`, collectBody('json', [['upstream_uuid', to]]));
  const movedPath = domainPath(accountPath, moved);
  await (json ? printJson(moved) : showDomain(api, movedPath, moved, 'Moved the custom domain:'));
}

async function verifyDomain(
  api: ApiClient,
  accountPath: string,
  target: string,
  { json }: ItemOptions,
): Promise<void> {
  const path = await shown.find(api, accountPath, target);
  const domain = await api.post<ShownDomain>(`${path}/verify_dns_records`, emptyBody);
  await (json ? printJson(domain) : showDomain(api, path, domain, titles[domain.status]));
  if (domain.status !== 'dns_records_found' || domain.ownership.status !== 'verified') process.exitCode = 1;
}
