/** `nameplate serve`, `edge` and `app`. Source: docs/guides/operations.md, docs/guides/several-machines.md. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readEnvironment, takeListenVariables } from '../config/env.ts';
import { quoteValue } from '../core/errors.ts';
import { applicationEntryPath, commandName, workerEntryPath } from '../core/program-files.ts';
import { ControlSocket, InUse } from '../service/control-socket.ts';
import { makeDataDirectory } from '../service/data-directory.ts';
import { listenAddressesOf, OwnSockets } from '../service/own-sockets.ts';
import { configOf, type Role, roleArguments } from '../service/role.ts';
import { readPassedSockets } from '../service/socket-activation.ts';
import { Supervisor } from '../service/supervisor.ts';
import { createLogger } from '../telemetry/logger.ts';
import { defineCommand } from './command.ts';
import { CliError, messageOf } from './failures.ts';

const serveHelp = `Usage: nameplate serve [--migrate]

Runs the API and the edge. On SIGTERM or SIGINT it finishes the requests in
flight (10 s at most) and exits with code 0. Environment variables configure
it; see docs/reference/config.md.

The first start on an empty data directory creates one account and one access
token. On a terminal it prints both, once. Elsewhere the output probably ends up
in a log, so the token goes to the file first-token in the data directory,
or to the file that NAMEPLATE_FIRST_TOKEN_FILE names.

A data directory has one service. SIGHUP, or "nameplate upgrade", replaces the
program while it serves.

Embedded stores of an older version are migrated. PostgreSQL and a ClickHouse
server may be in use by other machines: a start on an older schema is refused,
unless --migrate is given or "nameplate migrate" was run.

Options:
  --migrate   migrate stores on servers too
  -h, --help  print this help

A start that fails prints one line and exits with code 1.
"nameplate doctor" finds the cause.
`;

const edgeHelp = `Usage: nameplate edge

Serves visitors, and records their requests: one of several machines that share
a PostgreSQL database (NAMEPLATE_DATABASE_URL) and a ClickHouse server
(NAMEPLATE_CLICKHOUSE_URL). The API and the work in the background are left to
the machines that run "nameplate app" or "nameplate serve"; NAMEPLATE_API_PORT
has only /livez, /readyz and /metrics. See docs/guides/several-machines.md.

It stops and is upgraded like "nameplate serve". It never migrates a store.

Options:
  -h, --help  print this help
`;

const appHelp = `Usage: nameplate app [--migrate]

Runs the API, the dashboard and all work in the background, and serves no
visitors: these reach the machines that run "nameplate edge". All share a
PostgreSQL database (NAMEPLATE_DATABASE_URL) and a ClickHouse server
(NAMEPLATE_CLICKHOUSE_URL). See docs/guides/several-machines.md.

The first start, stopping and upgrades are as with "nameplate serve".

Options:
  --migrate   migrate the stores
  -h, --help  print this help
`;

export function serveCommand(): Command {
  return defineCommand('serve', serveHelp).option('--migrate').action(run('serve'));
}

export function edgeCommand(): Command {
  return defineCommand('edge', edgeHelp).action(run('edge'));
}

export function appCommand(): Command {
  return defineCommand('app', appHelp).option('--migrate').action(run('app'));
}

function run(role: Role) {
  return async (options: { migrate?: true }): Promise<void> => {
    const listenVariables = takeListenVariables();
    const config = configOf(role, readEnvironment());
    const { dataDir, log, edge } = config;
    const passedSockets = readPassedSockets(listenVariables, process.pid);
    // Made at the start, as nothing may be loaded later: this process outlives upgrades, and the directory of its version.
    const logger = createLogger(log);
    await using control = await takeDataDirectory(dataDir, role);
    const ownSockets = new OwnSockets(passedSockets);
    const supervisor = new Supervisor({
      program: resolve(process.argv[1] ?? ''),
      applicationEntry: applicationEntryPath,
      workerEntry: workerEntryPath,
      dataDirectory: dataDir,
      args: [...roleArguments(role), ...(options.migrate ? ['--migrate'] : [])],
      lameDuckMs: edge.lameDuckMs,
      ownSockets,
      sockets: await ownSockets.open(listenAddressesOf(config)),
      hasTerminal: process.stdin.isTTY || process.stdout.isTTY,
      log: (level, message, details) => logger[level](details, message),
    });
    control.serve((request, tell) => supervisor.upgrade(request, tell));
    process.exitCode = await supervisor.run();
  };
}

/** Makes the directory, and sees to it that no other service uses it. */
async function takeDataDirectory(directory: string, role: Role): Promise<ControlSocket> {
  const name = `NAMEPLATE_DATA_DIR ${quoteValue(directory)}`;
  try {
    await makeDataDirectory(directory);
  } catch (error) {
    throw new CliError(`${name} cannot be made: ${messageOf(error)}`);
  }
  try {
    return await ControlSocket.open(directory, role !== 'edge');
  } catch (error) {
    if (!(error instanceof InUse)) throw new CliError(`${name} cannot be used: ${messageOf(error)}`);
    throw new CliError(
      `${name} is used by a running Nameplate, process ${error.pid}: stop that one, upgrade it with "${commandName} upgrade", or set another directory`,
    );
  }
}
