/**
 * `nameplate check-upgrade`: what the running service asks a program before an upgrade to it. Not for people, so it is not
 * in the list of commands. Source: docs/guides/operations.md ("Upgrading").
 */
import type { Command } from 'commander';
import { readEnvironment } from '../config/env.ts';
import { roleOf } from '../service/role.ts';
import { reportUpgrade } from '../service/upgrade-report.ts';
import { defineCommand } from './command.ts';
import { printData } from './output.ts';

const help = `Usage: nameplate check-upgrade [--role ROLE] [--migrate]
                               [--analytics-schema NUMBER]

Prints, as JSON, what "nameplate upgrade" has to know of this program.
`;

export function checkUpgradeCommand(): Command {
  return (
    defineCommand('check-upgrade', help)
      .option('--role <role>')
      .option('--migrate')
      .option('--analytics-schema <number>')
      // Another version of the service may say more.
      .allowUnknownOption()
      .allowExcessArguments()
      .action(async (options: { migrate?: true; analyticsSchema?: string }) => {
        const facts = await reportUpgrade(readEnvironment(), {
          role: roleOf(process.argv),
          migrate: options.migrate === true,
          analyticsSchema:
            options.analyticsSchema === undefined ? undefined : Number(options.analyticsSchema),
        });
        await printData(`${JSON.stringify(facts)}\n`);
      })
  );
}
