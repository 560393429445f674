/**
 * `nameplate domain`: the group of the commands on custom domains. Source: docs/reference/domains.md ("Custom
 * domains").
 */
import type { Command } from 'commander';
import { defineGroup } from './command.ts';
import { domainImportCommand } from './domain-import.ts';
import { domainListCommand } from './domain-list.ts';
import { domainMoveCommand } from './domain-move.ts';
import { domainShowCommand } from './domain-show.ts';
import { domainVerifyCommand } from './domain-verify.ts';
import { domainCreateCommand, domainDeleteCommand, domainUpdateCommand } from './domain-write.ts';

const help = `Usage: nameplate domain list | create | import | show | update | move |
                        delete | verify

A custom domain is a customer's host that is proxied to an upstream.

Commands:
  list        list custom domains
  create      create a custom domain and print the DNS records to set
  show        show a custom domain and the DNS records to set
  import      create many custom domains, all or none
  update      change a custom domain
  move        move a custom domain to another upstream
  delete      delete a custom domain
  verify      check the DNS records of a custom domain now

Options:
  -h, --help  print this help
`;

export function domainCommand(): Command {
  return defineGroup('domain', help, [
    domainListCommand(),
    domainCreateCommand(),
    domainImportCommand(),
    domainShowCommand(),
    domainUpdateCommand(),
    domainMoveCommand(),
    domainDeleteCommand(),
    domainVerifyCommand(),
  ]);
}
