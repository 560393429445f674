/** `nameplate webhook`: the group of the commands on webhook endpoints. Source: docs/reference/webhooks.md ("Endpoints"). */
import type { Command } from 'commander';
import { defineGroup } from './command.ts';
import { webhookDeliveriesCommand, webhookReplayCommand, webhookTestCommand } from './webhook-deliveries.ts';
import { webhookListCommand } from './webhook-list.ts';
import {
  webhookCreateCommand,
  webhookDeleteCommand,
  webhookRotateCommand,
  webhookUpdateCommand,
} from './webhook-write.ts';

const help = `Usage: nameplate webhook list | create | update | rotate | delete |
                         deliveries | replay | test

A webhook endpoint is where your own program gets events.

Commands:
  list        list webhook endpoints
  create      create a webhook endpoint and print its secret once
  update      change a webhook endpoint
  rotate      give a webhook endpoint a new secret and print it once
  delete      delete a webhook endpoint and its deliveries
  deliveries  list the deliveries to a webhook endpoint
  replay      send a delivery again
  test        send a test event to a webhook endpoint

Options:
  -h, --help  print this help
`;

export function webhookCommand(): Command {
  return defineGroup('webhook', help, [
    webhookListCommand(),
    webhookCreateCommand(),
    webhookUpdateCommand(),
    webhookRotateCommand(),
    webhookDeleteCommand(),
    webhookDeliveriesCommand(),
    webhookReplayCommand(),
    webhookTestCommand(),
  ]);
}
