/** The commands that delete something of an account, after asking. Source: docs/reference/cli.md. */
import type { Command } from 'commander';
import { type ApiClient, withApi } from './api-client.ts';
import { defineCommand } from './command.ts';
import { confirm, yesHelp } from './confirmation.ts';
import { print, printJson } from './output.ts';

export type Deletion = {
  /** The group that the command is in. */
  readonly group: string;
  readonly target: 'UUID' | 'UUID_OR_HOST';
  /** What it deletes, for the help: `an upstream and …`. */
  readonly what: string;
  readonly find: (api: ApiClient, accountUuid: string, target: string) => Promise<Found>;
};

/** Where it is in the API, and what the question calls it: `the upstream app.example.net and …`. */
type Found = { readonly path: string; readonly name: string };

export function deleteCommand(deletion: Deletion): Command {
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

async function runDeletion({ find }: Deletion, target: string, options: Options): Promise<void> {
  await withApi(async (api) => {
    const { path, name } = await find(api, await api.chooseAccount(options.account), target);
    await confirm(`Delete ${name}?`, options);
    const answer = await api.delete(path);
    if (options.json) return printJson(answer);
    return print(`${'message' in answer && typeof answer.message === 'string' ? answer.message : ''}\n`);
  });
}
