/**
 * What stands in `dist/cli.cjs`, which is a client only, for what needs an installation.
 * Source: docs/reference/operator-api.md ("From a laptop or a pipeline").
 */
import type { Command } from 'commander';
import { defineCommand } from './command.ts';
import { CliError } from './failures.ts';

/** A command that is refused, whatever its arguments. */
export function installationCommand(name: string): Command {
  const help = `Usage: nameplate ${name}\n\nNeeds an installation: this file is a client only.\n`;
  return defineCommand(name, help)
    .argument('[arguments...]')
    .allowUnknownOption()
    .action(() => {
      throw new CliError(`"${name}" needs an installation: this file is a client only`);
    });
}

/** Refuses the API and the store of this machine. */
export function refuseHere(): never {
  throw new CliError(
    process.env.NAMEPLATE_URL
      ? 'this command needs an installation: this file is a client only'
      : 'this file is a client only: say with --url or NAMEPLATE_URL where the service is, such as https://nameplate.example.com',
  );
}
