/** `nameplate connect`. Source: docs/reference/connect-page.md ("Links"). */
import { type Command, Option } from 'commander';
import type { Config } from '../config/config.ts';
import { linkKinds } from '../control/connect-links.ts';
import type { ControlStore } from '../control/store.ts';
import { formatTimestamp, systemClock } from '../core/clock.ts';
import { quoteValue, ServiceError } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import type { Instructions } from '../features/connect/instructions.ts';
import {
  connectLinkToWire,
  createdConnectLinkToWire,
  readNewConnectLink,
  readRecipient,
} from '../features/connect/schemas.ts';
import { collectBody } from '../resources/request-body.ts';
import { originOf } from '../service/api-listener.ts';
import { defineCommand, defineGroup } from './command.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { openDnsRecords } from './domain-dns.ts';
import { findDomain, noDomain } from './domain-show.ts';
import { readExpiry } from './expiry.ts';
import { note, outputColumns, print, printJson } from './output.ts';
import { chooseAccount, withStore } from './store.ts';
import { oneLine, showTime, Table } from './table.ts';

const groupHelp = `Usage: nameplate connect create | list | revoke

A connect link opens a page at which the owner of a custom domain sees which
DNS records to set and whether they are found, and later the visitors.

Commands:
  create      create a connect link and print its address once
  list        list the open connect links of a custom domain
  revoke      revoke a connect link

Options:
  -h, --help  print this help
`;

const createHelp = `Usage: nameplate connect create UUID_OR_HOST [--kind connect|statistics]
                                [--embed-origin ORIGIN] [--email ADDRESS]
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

type CreateOptions = Options & { expires?: string; kind: string; embedOrigin?: string[]; email?: string };
type Options = { account?: string; json?: true };

export function connectCommand(): Command {
  return defineGroup('connect', groupHelp, [
    defineCommand('create', createHelp)
      .argument('<uuid_or_host>')
      .option('--expires <when>')
      .addOption(new Option('--kind <kind>').choices(linkKinds).default('connect'))
      .option('--embed-origin <origin...>')
      .option('--email <address>')
      .option('--account <uuid>')
      .option('--json')
      .action(createLink),
    defineCommand('list', listHelp)
      .argument('<uuid_or_host>')
      .option('--account <uuid>')
      .option('--json')
      .action(listLinks),
    defineCommand('revoke', revokeHelp)
      .argument('<uuid_or_host>')
      .argument('<link_uuid>')
      .option('--account <uuid>')
      .option('--yes')
      .option('--json')
      .action(revokeLink),
  ]);
}

async function createLink(target: string, options: CreateOptions): Promise<void> {
  const now = systemClock.now();
  const { expires, kind, embedOrigin = [], email } = options;
  const attributes: [string, unknown][] = [
    ...(expires === undefined
      ? []
      : [['expires_at', formatTimestamp(readExpiry(expires, now))] satisfies [string, string]]),
    ['kind', kind],
    ['embed_origins', embedOrigin],
    ...(email === undefined ? [] : [['email', email] satisfies [string, string]]),
  ];
  const body = collectBody('json', attributes);
  const link = readNewConnectLink(body, now);
  const recipient = readRecipient(body, link);
  await withStore(async (store, config) => {
    const accountUuid = await chooseAccount(store, options.account);
    const domain = await findDomain(store, accountUuid, target);
    const { uuid, host } = domain;
    const instructions = recipient === undefined ? undefined : await openInstructions(store, config);
    if (recipient !== undefined) instructions?.admit(accountUuid, recipient);
    const created = await store.connectLinks.create(accountUuid, uuid, link);
    if (!created) throw noDomain(target);
    const answer = createdConnectLinkToWire(created, publicOrigin(config));
    if (recipient !== undefined)
      await instructions?.send(recipient, domain, created.link, answer.url, (detail) =>
        note(`The mail server: ${oneLine(detail)}`),
      );
    if (options.json) return printJson(answer);
    note(
      `Created connect link ${created.link.uuid} of ${host}, valid until ${showTime(link.expiresAt)} UTC. Its address is not shown again:`,
    );
    return print(`${answer.url}\n`);
  });
}

async function listLinks(target: string, options: Options): Promise<void> {
  await withStore(async (store) => {
    const { uuid } = await findDomain(store, await chooseAccount(store, options.account), target);
    const links = await store.connectLinks.listOpen(uuid);
    if (options.json) return printJson(links.map(connectLinkToWire));
    const columns = ['UUID', 'KIND', 'CREATED', 'EXPIRES'].map((title) => ({ title, whole: true }));
    const rows = links.map((link) => [
      link.uuid,
      link.kind,
      showTime(link.createdAt),
      showTime(link.expiresAt),
    ]);
    return print(new Table(columns, outputColumns()).format(rows));
  });
}

async function revokeLink(
  target: string,
  linkTarget: string,
  options: Options & { yes?: true },
): Promise<void> {
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const { uuid, host } = await findDomain(store, accountUuid, target);
    const linkUuid = parseUuid(linkTarget);
    const found = (await store.connectLinks.listOpen(uuid)).find((link) => link.uuid === linkUuid);
    if (!found)
      throw new ServiceError('not_found', `there is no connect link ${quoteValue(linkTarget)} of ${host}`);
    await confirm(`Revoke the connect link of ${host} made ${showTime(found.createdAt)} UTC?`, options);
    await store.connectLinks.revoke(accountUuid, uuid, found.uuid);
    const message = `Connect link ${found.uuid} was revoked.`;
    return options.json ? printJson({ message }) : print(`${message}\n`);
  });
}

/** Loaded when needed: no other command sends e-mail. */
async function openInstructions(store: ControlStore, config: Config): Promise<Instructions> {
  const { Instructions: Sender } = await import('../features/connect/instructions.ts');
  const { SmtpMailer } = await import('../api/mail/smtp-mailer.ts');
  return new Sender({
    store,
    records: await openDnsRecords(config),
    mailer: config.smtp && new SmtpMailer(config.smtp),
    clock: systemClock,
  });
}

function publicOrigin({ api }: Pick<Config, 'api'>): string {
  return api.origin ?? originOf(api.host, api.port);
}
