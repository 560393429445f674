/** `nameplate subscription`. Source: docs/reference/subscriptions.md. */
import type { Command } from 'commander';
import {
  type SubscriptionDefinitions,
  subscriptionResource,
} from '../features/subscriptions/subscription.ts';
import { attributeHelp, formatHelp } from './attribute-options.ts';
import { defineCommand, defineGroup } from './command.ts';
import { note, outputColumns, print } from './output.ts';
import { type ListOptions, listHelp, printListOf, withPageOptions } from './paged-list.ts';
import { createCommand, deleteCommand, itemIn, type Shown } from './resource-commands.ts';
import { Table } from './table.ts';

const groupHelp = `Usage: nameplate subscription list | create | delete

A subscription e-mails what is wrong with an account's domains, or reports.

Commands:
  list        list who gets e-mails about an account's domains
  create      subscribe an e-mail address
  delete      end a subscription

Options:
  -h, --help  print this help
`;

const listHelpText = `Usage: nameplate subscription list [OPTIONS]

Lists the subscriptions of an account, newest first. On a terminal long cells
are cut to fit.

Options:
${formatHelp([
  ['--account UUID', 'account to list; may be left out when there is one'],
  ...listHelp('subscriptions', []).slice(1),
])}
`;

const createHelp = `Usage: nameplate subscription create --email ADDRESS --what WHAT [OPTIONS]

Subscribes an e-mail address. One that isn't a member's gets one e-mail, and
nothing else until it confirms.

Options:
${formatHelp([
  ...attributeHelp(subscriptionResource, 'create'),
  ['--account UUID', 'account that owns it; may be left out when there is one'],
  ['--json', 'print the subscription as JSON'],
])}
`;

type Subscription = {
  readonly uuid: string;
  readonly email: string;
  readonly confirmed_at: string | null;
  readonly what: string;
  readonly frequency: string;
};

const collection = 'subscriptions';
const columns = [{ title: 'UUID', whole: true }, { title: 'EMAIL' }, { title: 'WHAT' }, { title: 'STATE' }];

const shown: Shown<SubscriptionDefinitions, Subscription> = {
  resource: subscriptionResource,
  argument: '<uuid>',
  name: () => 'the subscription',
  find: itemIn(collection),
  show: async (_api, _path, subscription, title) => {
    note(title);
    await print(new Table(columns, outputColumns()).format([toCells(subscription)]));
  },
};

export function subscriptionCommand(): Command {
  return defineGroup('subscription', groupHelp, [
    withPageOptions(defineCommand('list', listHelpText).option('--account <uuid>')).action(
      (options: ListOptions & { account?: string }) =>
        printListOf<Subscription>(
          { noun: 'subscription', columns, toCells, path: `/${collection}` },
          options,
        ),
    ),
    createCommand(createHelp, shown, (_api, accountPath) => Promise.resolve(`${accountPath}/${collection}`)),
    deleteCommand({
      group: 'subscription',
      target: 'UUID',
      what: 'a subscription',
      find: async (api, accountPath, target) => {
        const path = await shown.find(api, accountPath, target);
        const { email } = await api.get<Subscription>(path);
        return { path, name: `the subscription of ${email}` };
      },
    }),
  ]);
}

function toCells({ uuid, email, confirmed_at: confirmedAt, what, frequency }: Subscription): string[] {
  return [uuid, email, `${what}, ${frequency}`, confirmedAt === null ? 'not confirmed' : 'confirmed'];
}
