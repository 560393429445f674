/** `nameplate upgrade`. Source: docs/guides/operations.md ("Upgrading"). */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { quoteValue } from '../core/errors.ts';
import { commandName } from '../core/program-files.ts';
import { askControlSocket, NotRunning } from '../service/control-client.ts';
import { defineCommand } from './command.ts';
import { CliError, messageOf } from './failures.ts';
import { note, printLine } from './output.ts';

const help = `Usage: nameplate upgrade [OPTIONS]

Upgrades the service that runs on NAMEPLATE_DATA_DIR, without refusing a
connection: starts the program anew beside the one that serves, and ends the old
one once the new one serves. If the new one doesn't start, the old one continues
as if nothing had happened.

The new program keeps the environment of the running service, and the path that
"nameplate serve" was started from. SIGHUP to the service does the same.

Options:
  --program PATH     the program, or the directory that it is installed in
  --new-environment  use the NAMEPLATE_ variables of this command instead
  -h, --help         print this help

Exit codes: 0 when the new program serves, 1 when it was refused or rolled back.
`;

type Options = { readonly program?: string; readonly newEnvironment?: true };

export function upgradeCommand(): Command {
  return defineCommand('upgrade', help)
    .option('--program <path>')
    .option('--new-environment')
    .action(upgrade);
}

async function upgrade({ program, newEnvironment }: Options): Promise<void> {
  const environment = readEnvironment();
  const { dataDir } = parseConfig(environment);
  const request = {
    request: 'upgrade',
    ...(program === undefined ? {} : { program: resolve(program) }),
    ...(newEnvironment ? { environment } : {}),
  } as const;
  let answer: Awaited<ReturnType<typeof askControlSocket>>;
  try {
    answer = await askControlSocket(dataDir, request, { onProgress: note });
  } catch (error) {
    if (!(error instanceof NotRunning)) throw new CliError(messageOf(error));
    throw new CliError(
      `no service runs on NAMEPLATE_DATA_DIR ${quoteValue(dataDir)}; start one with "${commandName} serve"`,
    );
  }
  const { outcome, message } = answer;
  if (outcome === 'done') return printLine(message);
  throw new CliError(outcome === 'refused' ? `the upgrade was refused: ${message}` : message);
}
