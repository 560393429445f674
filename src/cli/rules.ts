/** `nameplate rules`: the group of the commands on rules. Source: docs/reference/rules.md. */
import type { Command } from 'commander';
import { defineGroup } from './command.ts';
import { rulesConvertCommand } from './rules-convert.ts';

const help = `Usage: nameplate rules convert

A host's rules say what it does with which requests.

Commands:
  convert     read rules of Netlify, Cloudflare and nginx, check and print them

Options:
  -h, --help  print this help
`;

export function rulesCommand(): Command {
  return defineGroup('rules', help, [rulesConvertCommand()]);
}
