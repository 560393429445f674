/** `nameplate serve`. Source: docs/guides/operations.md. */
import type { Command } from 'commander';
import { type Config, parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { applicationEntryPath, workerEntryPath } from '../core/program-files.ts';
import { Supervisor } from '../service/supervisor.ts';
import { defineCommand } from './command.ts';

const help = `Usage: nameplate serve [--migrate]

Runs the API and the edge. On SIGTERM or SIGINT it finishes the requests in
flight (10 s at most) and exits with code 0. Environment variables configure
it; see docs/reference/config.md.

The first start on an empty data directory creates one account and one access
token. On a terminal it prints both, once. Elsewhere the output probably ends up
in a log, so the token goes to the file first-token in the data directory,
or to the file that NAMEPLATE_FIRST_TOKEN_FILE names.

Embedded stores of an older version are migrated. PostgreSQL and a ClickHouse
server may be in use by other machines: a start on an older schema is refused,
unless --migrate is given or "nameplate migrate" was run.

Options:
  --migrate   migrate stores on servers too
  -h, --help  print this help

A start that fails prints one line and exits with code 1.
"nameplate doctor" finds the cause.
`;

export function serveCommand(): Command {
  return defineCommand('serve', help)
    .option('--migrate')
    .action(async (options: { migrate?: true }) => {
      const { log, edge } = parseConfig(readEnvironment());
      const supervisor = new Supervisor({
        applicationEntry: applicationEntryPath,
        workerEntry: workerEntryPath,
        args: options.migrate ? ['--migrate'] : [],
        environment: {},
        lameDuckMs: edge.lameDuckMs,
        onRestart: (how, delayMs) =>
          void logError(
            log,
            { how, delayMs },
            'the application process is gone, starting another; the edge serves on',
          ),
        onWorkerReplaced: (how, delayMs) =>
          void logError(log, { how, delayMs }, 'edge: a worker exited, starting another from its file'),
      });
      process.exitCode = await supervisor.run();
    });
}

async function logError(log: Config['log'], fields: object, message: string): Promise<void> {
  // Loaded when there is something to log: this process should be small.
  const { createLogger } = await import('../telemetry/logger.ts');
  createLogger(log).error(fields, message);
}
