/**
 * `nameplate check-upgrade`: what the running service asks a program before an upgrade to it. Not for people, so it is not
 * in the list of commands. Source: docs/guides/operations.md ("Upgrading").
 */
import type { Command } from 'commander';
import { readEnvironment } from '../config/env.ts';
import { reportUpgrade } from '../service/upgrade-report.ts';
import { defineCommand } from './command.ts';
import { print } from './output.ts';

const help = `Usage: nameplate check-upgrade [--migrate] [--analytics-schema NUMBER]

Prints, as JSON, what "nameplate upgrade" has to know of this program.
`;

export function checkUpgradeCommand(): Command {
  return (
    defineCommand('check-upgrade', help)
      .option('--migrate')
      .option('--analytics-schema <number>')
      // Another version of the service may say more.
      .allowUnknownOption()
      .allowExcessArguments()
      .action(async (options: { migrate?: true; analyticsSchema?: string }) => {
        const facts = await reportUpgrade(readEnvironment(), {
          migrate: options.migrate === true,
          analyticsSchema:
            options.analyticsSchema === undefined ? undefined : Number(options.analyticsSchema),
        });
        await print(`${JSON.stringify(facts)}\n`);
      })
  );
}
