/** `nameplate serve`. Source: contract section 1. */
import type { Command } from 'commander';
import { parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { defineCommand } from './command.ts';
import { CliError, messageOf } from './failures.ts';

const help = `Usage: nameplate serve

Runs the API and the edge until SIGTERM or SIGINT, which finish the requests
in flight (10 s at most) and exit with code 0. Configured by environment
variables; see docs/reference/config.md.

The first start on an empty data directory creates one account and one access
token and prints both, once.

Options:
  -h, --help  print this help

A start that fails prints one line and exits with code 1.
"nameplate doctor" says more.
`;

export function serveCommand(): Command {
  return defineCommand('serve', help).action(async () => {
    const config = parseConfig(readEnvironment());
    // Loaded here, so that the other commands start without a web server.
    const { runService } = await import('../service.ts');
    try {
      await runService(config);
    } catch (error) {
      throw new CliError(messageOf(error), { cause: error });
    }
  });
}
