/** `nameplate logs`: the group of the commands on requests, recorded and from elsewhere. Source: docs/guides/import-logs.md. */
import type { Command } from 'commander';
import { defineGroup } from './command.ts';
import { logsImportCommand } from './logs-import.ts';
import { logsTailCommand } from './logs-tail.ts';

const help = `Usage: nameplate logs tail | import

Requests that were recorded, and access logs that other servers have written.

Commands:
  tail        show a host's newest requests as they come
  import      import a custom domain's access logs

Options:
  -h, --help  print this help
`;

export function logsCommand(): Command {
  return defineGroup('logs', help, [logsTailCommand(), logsImportCommand()]);
}
