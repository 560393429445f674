/** The commands that delete something of an account, after asking. Source: docs/reference/cli.md. */
import type { Command } from 'commander';
import type { ControlStore } from '../control/store.ts';
import type { ServiceError } from '../core/errors.ts';
import { defineCommand } from './command.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { print, printJson } from './output.ts';
import { chooseAccount, withStore } from './store.ts';

export type Deletion<Found> = {
  /** The group that the command is in. */
  readonly group: string;
  readonly target: 'UUID' | 'UUID_OR_HOST';
  /** What it deletes, for the help: `an upstream and …`. */
  readonly what: string;
  readonly find: (store: ControlStore, accountUuid: string, target: string) => Promise<Found>;
  /** What it deletes, for the question: `the upstream app.example.net and …`. */
  readonly name: (found: Found) => string;
  /** Answers the message, or undefined when it was gone already. */
  readonly delete: (store: ControlStore, accountUuid: string, found: Found) => Promise<string | undefined>;
  readonly notFound: (target: string) => ServiceError;
};

export function deleteCommand<Found>(deletion: Deletion<Found>): Command {
  const { group, target, what } = deletion;
  const help = `Usage: nameplate ${group} delete ${target} [--account UUID] [--yes] [--json]

Deletes ${what}, after asking.

Options:
  --account UUID  account that owns it; may be left out when there is one
${yesHelp}
  --json          print the message as JSON
  -h, --help      print this help
`;
  return defineCommand('delete', help)
    .argument(`<${target.toLowerCase()}>`)
    .option('--account <uuid>')
    .option('--yes')
    .option('--json')
    .action((named: string, options: Options) => runDeletion(deletion, named, options));
}

type Options = { account?: string; yes?: true; json?: true };

async function runDeletion<Found>(
  deletion: Deletion<Found>,
  target: string,
  options: Options,
): Promise<void> {
  await withStore(async (store) => {
    const accountUuid = await chooseAccount(store, options.account);
    const found = await deletion.find(store, accountUuid, target);
    await confirm(`Delete ${deletion.name(found)}?`, options);
    const message = await deletion.delete(store, accountUuid, found);
    if (message === undefined) throw deletion.notFound(target);
    return options.json ? printJson({ message }) : print(`${message}\n`);
  });
}
