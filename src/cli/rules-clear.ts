/** `nameplate rules clear`. Source: docs/reference/rules.md. */
import type { Command } from 'commander';
import { replaceRules } from '../control/replace-rules.ts';
import { RulesReading } from '../control/rules-reading.ts';
import { systemClock } from '../core/clock.ts';
import { defineCommand } from './command.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { counted } from './counted.ts';
import { CliError } from './failures.ts';
import { print, printJson } from './output.ts';
import { findRules } from './rules-show.ts';
import { chooseAccount, withStore } from './store.ts';

const help = `Usage: nameplate rules clear HOST [--yes] [--account UUID] [--json]

Deletes all rules of a host. What "rules export --format json" wrote before can
be imported again.

Options:
${yesHelp}
  --account UUID  account that owns the host; may be left out when there is one
  --json          print the message as JSON
  -h, --help      print this help
`;

type Options = { yes?: true; account?: string; json?: true };

export function rulesClearCommand(): Command {
  return defineCommand('clear', help)
    .argument('<host>')
    .option('--yes')
    .option('--account <uuid>')
    .option('--json')
    .action(clearRules);
}

async function clearRules(target: string, options: Options): Promise<void> {
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const { host, rules } = await findRules(store, accountUuid, target);
    if (rules.length === 0) throw new CliError(`${host} has no rules`);
    await confirm(`Delete the ${counted(rules.length, 'rule')} of ${host}?`, options);
    await replaceRules(store.hostRules, systemClock, {
      accountUuid,
      host,
      reader: new RulesReading(host, []),
      isExpected: () => true,
    });
    const message = `The ${counted(rules.length, 'rule')} of ${host} ${rules.length === 1 ? 'was' : 'were'} deleted.`;
    return options.json ? printJson({ message }) : print(`${message}\n`);
  });
}
