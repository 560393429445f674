/** `nameplate serve`. Source: docs/guides/operations.md. */
import type { Command } from 'commander';
import { parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { defineCommand } from './command.ts';
import { CliError, messageOf } from './failures.ts';

const help = `Usage: nameplate serve [--migrate]

Runs the API and the edge until SIGTERM or SIGINT, which finish the requests
in flight (10 s at most) and exit with code 0. Configured by environment
variables; see docs/reference/config.md.

The first start on an empty data directory creates one account and one access
token. On a terminal it prints both, once. Elsewhere the output is likely kept
in a log, so the token is written to the file first-token in the data
directory, or to the one that NAMEPLATE_FIRST_TOKEN_FILE names.

Embedded stores of an older version are migrated. PostgreSQL and a ClickHouse
server may be in use by other machines: a start on an older schema is refused,
unless --migrate is given or "nameplate migrate" was run.

Options:
  --migrate   migrate stores on servers too
  -h, --help  print this help

A start that fails prints one line and exits with code 1.
"nameplate doctor" says more.
`;

export function serveCommand(): Command {
  return defineCommand('serve', help)
    .option('--migrate')
    .action(async (options: { migrate?: true }) => {
      const config = parseConfig(readEnvironment());
      // Loaded here, so that the other commands start without a web server.
      const { runService } = await import('../service/service.ts');
      try {
        await runService(config, { migrate: options.migrate ?? false });
      } catch (error) {
        throw new CliError(messageOf(error), { cause: error });
      }
    });
}
