/** `nameplate logs`: the group of the commands on access logs. Source: docs/guides/import-logs.md. */
import type { Command } from 'commander';
import { defineGroup } from './command.ts';
import { logsImportCommand } from './logs-import.ts';

const help = `Usage: nameplate logs import

Access logs that other servers have written.

Commands:
  import      import a custom domain's access logs

Options:
  -h, --help  print this help
`;

export function logsCommand(): Command {
  return defineGroup('logs', help, [logsImportCommand()]);
}
