/** `nameplate rules clear`. Source: docs/reference/rules.md. */
import type { Command } from 'commander';
import { collectBody } from '../resources/request-body.ts';
import type { ApiClient } from './api-client.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { counted } from './counted.ts';
import { CliError } from './failures.ts';
import { printJson, printLine } from './output.ts';
import { type ItemOptions, itemCommand } from './resource-commands.ts';
import { findRules } from './rules-show.ts';

const help = `Usage: nameplate rules clear HOST [--yes] [--account UUID] [--json]

Deletes all rules of a host. What "rules export --format json" wrote before can
be imported again.

Options:
${yesHelp}
  --account UUID  account that owns the host; may be left out when there is one
  --json          print the message as JSON
  -h, --help      print this help
`;

export function rulesClearCommand(): Command {
  return itemCommand('clear', help, '<host>', clearRules).option('--yes');
}

async function clearRules(
  api: ApiClient,
  accountPath: string,
  target: string,
  options: ItemOptions & { readonly yes?: true },
): Promise<void> {
  const { host, path, rules } = await findRules(api, accountPath, target);
  if (rules.length === 0) throw new CliError(`${host} has no rules`);
  await confirm(`Delete the ${counted(rules.length, 'rule')} of ${host}?`, options);
  await api.put(path, collectBody('json', [['rules', []]]));
  const message = `The ${counted(rules.length, 'rule')} of ${host} ${rules.length === 1 ? 'was' : 'were'} deleted.`;
  return options.json ? printJson({ message }) : printLine(message);
}
