/** `nameplate connect`. Source: docs/reference/connect-page.md ("Links"). */
import { type Command, Option } from 'commander';
import { formatTimestamp, systemClock } from '../core/clock.ts';
import { quoteValue } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { linkKinds } from '../features/connect/connect-link-store.ts';
import { collectBody } from '../resources/request-body.ts';
import { type ApiClient, withApi } from './api-client.ts';
import { defineCommand, defineGroup } from './command.ts';
import { yesHelp } from './confirmation.ts';
import { readExpiry } from './expiry.ts';
import { CliError } from './failures.ts';
import { domainPath, findDomain, type WireDomain } from './find-domain.ts';
import { note, outputColumns, print, printJson, printLine } from './output.ts';
import { deleteAfterAsking, type ItemOptions, itemCommand } from './resource-commands.ts';
import { showTime, Table } from './table.ts';

const groupHelp = `Usage: nameplate connect create | list | revoke | brand

A connect link opens a page at which the owner of a custom domain sees which
DNS records to set and whether they are found, and later the visitors.

Commands:
  create      create a connect link and print its address once
  list        list the open connect links of a custom domain
  revoke      revoke a connect link
  brand       show or set what customers see of the account

Options:
  -h, --help  print this help
`;

const createHelp = `Usage: nameplate connect create UUID_OR_HOST [--kind connect|statistics]
                                [--embed-origin ORIGIN] [--email ADDRESS
                                [--language LANGUAGE] [--remind]]
                                [--expires WHEN] [--account UUID] [--json]

Creates a connect link of a custom domain and prints its address, which can't be
shown again. Standard output has the address and nothing else. It begins with
NAMEPLATE_API_ORIGIN or, without it, with the address that the API listens on.

Options:
  --kind KIND     what the link opens: connect, or statistics alone, for anybody
                  (default: connect)
  --embed-origin ORIGIN
                  an origin such as https://www.example.com whose pages may show
                  the kind "statistics" in a frame; may be repeated
  --email ADDRESS send the records and the link to this address, through the
                  mail server in NAMEPLATE_SMTP_URL
  --language LANGUAGE
                  of the e-mail: en, de, fr, es, pt, it, nl or ja (default: en)
  --remind        send reminders to this address after 2 and 7 days, until the
                  domain is ready
  --expires WHEN  when the link stops working, at most 366 days ahead: 7d, 12h
                  or a date such as 2030-12-31 (default: 30d)
  --account UUID  account that owns it; may be left out when there is one
  --json          print the link as JSON, with its address
  -h, --help      print this help
`;

const listHelp = `Usage: nameplate connect list UUID_OR_HOST [--account UUID] [--json]

Lists the open connect links of a custom domain, newest first, without their
addresses.

Options:
  --account UUID  account that owns it; may be left out when there is one
  --json          print them as a JSON array
  -h, --help      print this help
`;

const revokeHelp = `Usage: nameplate connect revoke UUID_OR_HOST LINK_UUID [--account UUID]
                                [--yes] [--json]

Revokes a connect link, after asking. Its page answers 404 from then on.

Options:
  --account UUID  account that owns it; may be left out when there is one
${yesHelp}
  --json          print the message as JSON
  -h, --help      print this help
`;

const brandHelp = `Usage: nameplate connect brand [--name NAME] [--color HEX] [--account UUID]
                               [--json]

Sets what connect pages and e-mails show of the account, if anything is given,
and shows it.

Options:
  --name NAME     what customers know the account as
  --color HEX     of buttons, such as #1d4ed8
  --account UUID  account whose brand it is; may be left out when there is one
  --json          print the brand as JSON
  -h, --help      print this help
`;

type Link = {
  readonly uuid: string;
  readonly kind: string;
  readonly created_at: string;
  readonly expires_at: string;
};
type Brand = { readonly name: string | null; readonly color: string | null; readonly logo: string | null };
type CreateOptions = ItemOptions & {
  readonly expires?: string;
  readonly kind: string;
  readonly embedOrigin?: string[];
  readonly email?: string;
  readonly language?: string;
  readonly remind?: true;
};

export function connectCommand(): Command {
  return defineGroup('connect', groupHelp, [
    itemCommand<CreateOptions>('create', createHelp, '<uuid_or_host>', createLink)
      .option('--expires <when>')
      .addOption(new Option('--kind <kind>').choices(linkKinds).default('connect'))
      .option('--embed-origin <origin...>')
      .option('--email <address>')
      .option('--language <language>')
      .option('--remind'),
    itemCommand('list', listHelp, '<uuid_or_host>', listLinks),
    defineCommand('revoke', revokeHelp)
      .argument('<uuid_or_host>')
      .argument('<link_uuid>')
      .option('--account <uuid>')
      .option('--yes')
      .option('--json')
      .action(revokeLink),
    defineCommand('brand', brandHelp)
      .option('--name <name>')
      .option('--color <hex>')
      .option('--account <uuid>')
      .option('--json')
      .action(showBrand),
  ]);
}

async function createLink(
  api: ApiClient,
  accountPath: string,
  target: string,
  options: CreateOptions,
): Promise<void> {
  const { expires, kind, embedOrigin = [], email, language, remind } = options;
  const body = collectBody('json', [
    ...(expires === undefined
      ? []
      : [['expires_at', formatTimestamp(readExpiry(expires, systemClock.now()))] as const]),
    ['kind', kind],
    ['embed_origins', embedOrigin],
    ...(email === undefined ? [] : [['email', email] as const]),
    ...(language === undefined ? [] : [['language', language] as const]),
    ...(remind === undefined ? [] : [['remind', remind] as const]),
  ]);
  const domain = await findDomain(api, accountPath, target);
  const link = await api.post<Link & { url: string }>(linksOf(accountPath, domain), body);
  if (options.json) return printJson(link);
  note(
    `Created connect link ${link.uuid} of ${domain.host}, valid until ${showTime(link.expires_at)} UTC. Its address is not shown again:`,
  );
  return printLine(link.url);
}

async function listLinks(
  api: ApiClient,
  accountPath: string,
  target: string,
  options: ItemOptions,
): Promise<void> {
  const domain = await findDomain(api, accountPath, target);
  const links = await api.get<readonly Link[]>(linksOf(accountPath, domain));
  if (options.json) return printJson(links);
  const columns = ['UUID', 'KIND', 'CREATED', 'EXPIRES'].map((title) => ({ title, whole: true }));
  const rows = links.map((link) => [
    link.uuid,
    link.kind,
    showTime(link.created_at),
    showTime(link.expires_at),
  ]);
  return print(new Table(columns, outputColumns()).format(rows));
}

async function revokeLink(
  target: string,
  linkTarget: string,
  options: ItemOptions & { yes?: true },
): Promise<void> {
  await withApi(async (api) => {
    const accountPath = await api.accountPath(options.account);
    const domain = await findDomain(api, accountPath, target);
    const links = linksOf(accountPath, domain);
    const found = (await api.get<readonly Link[]>(links)).find(({ uuid }) => uuid === parseUuid(linkTarget));
    if (!found) throw new CliError(`there is no connect link ${quoteValue(linkTarget)} of ${domain.host}`);
    const question = `Revoke the connect link of ${domain.host} made ${showTime(found.created_at)} UTC?`;
    await deleteAfterAsking(api, `${links}/${found.uuid}`, question, options);
  });
}

async function showBrand({
  account,
  json,
  ...changes
}: ItemOptions & { readonly name?: string; readonly color?: string }): Promise<void> {
  await withApi(async (api) => {
    const path = `${await api.accountPath(account)}/brand`;
    const given = Object.entries(changes);
    const brand = await (given.length === 0
      ? api.get<Brand>(path)
      : api.put<Brand>(path, collectBody('json', given)));
    if (json) return printJson(brand);
    const { name, color, logo } = brand;
    return print(`name:  ${name ?? '-'}\ncolor: ${color ?? '-'}\nlogo:  ${logo === null ? '-' : 'set'}\n`);
  });
}

function linksOf(accountPath: string, domain: WireDomain): string {
  return `${domainPath(accountPath, domain)}/connect_links`;
}
