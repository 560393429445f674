/** `nameplate host`: the group of the commands on hosts. Source: docs/reference/hosts.md. */
import type { Command } from 'commander';
import { defineGroup } from './command.ts';
import { hostListCommand } from './host-list.ts';

const help = `Usage: nameplate host list

A host is a name that visitors ask for, with a custom domain, a redirect or
rules.

Commands:
  list        list hosts, and what each has

Options:
  -h, --help  print this help
`;

export function hostCommand(): Command {
  return defineGroup('host', help, [hostListCommand()]);
}
