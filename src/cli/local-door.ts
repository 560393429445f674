/**
 * The API of this machine: over the socket of the service that runs on the data directory, or in this process, on the store.
 * Source: docs/reference/operator-api.md ("Commands").
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { errorField } from '../core/error-field.ts';
import { quoteValue } from '../core/errors.ts';
import { commandName } from '../core/program-files.ts';
import { socketAddress } from '../core/socket-address.ts';
import { originOf } from '../service/api-listener.ts';
import { apiSocketName } from '../service/api-socket.ts';
import { askControlSocket, NotRunning } from '../service/control-client.ts';
import type { LocalApi } from '../service/local-api.ts';
import { CliError } from './failures.ts';
import { note } from './output.ts';
import { ApiError, over, type Send, Unanswered } from './sending.ts';
import { withStore } from './store.ts';
import { systemUser } from './this-machine.ts';

/** How long a service's API may be away, as during a restart. */
const awayMs = 30_000;
const awayPauseMs = 250;

/**
 * Hands `use` the way there and the origin at which people reach the dashboard, and closes what was opened. `create`: also an
 * installation that there is not yet.
 */
export async function withLocalApi<T>(
  use: (send: Send, origin: string) => Promise<T>,
  create: boolean,
): Promise<T> {
  const config = parseConfig(readEnvironment());
  const { api } = config;
  const origin = api.origin ?? originOf(api.host, api.port);
  if (await hasApiSocket(config)) return use(overSocket(config), origin);
  return withStore(
    async (store) => {
      // Loaded where it is needed: it is most of the program.
      const { composeLocalApi } = await import('../service/local-api.ts');
      await using local = await composeLocalApi(config, store, (warning) => note(`nameplate: ${warning}`));
      try {
        return await use(inProcess(local), origin);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error;
        throw new CliError(`only a running service can answer this; is "${commandName} serve" running?`);
      }
    },
    { create },
  );
}

/**
 * Waits for a service that is starting, or starting again. False: none runs, or one without the API, as "nameplate edge". Throws when
 * it may not be asked.
 */
async function hasApiSocket({ dataDir }: Config): Promise<boolean> {
  let isTold = false;
  for (const startedTick = performance.now(); ; await sleep(awayPauseMs)) {
    const problem = await tryConnect(dataDir);
    if (problem === undefined) return true;
    if (problem === 'EACCES' || problem === 'EPERM')
      throw new CliError(
        `${quoteValue(join(dataDir, apiSocketName))} is another user's: run the command as the service's user, or use --url`,
      );
    try {
      const { api } = await askControlSocket(dataDir, { request: 'status' }, { timeoutMs: awayMs });
      if (api === false) return false;
    } catch (error) {
      if (error instanceof NotRunning) return false;
      throw error;
    }
    const waitedMs = performance.now() - startedTick;
    if (waitedMs > awayMs) throw new CliError('the service runs, but its API has not answered for 30 s');
    if (!isTold) note('The service is starting; waiting for its API.');
    isTold = true;
  }
}

/** Answers the error's code, or undefined when somebody listens. */
async function tryConnect(dataDir: string): Promise<string | undefined> {
  try {
    using address = socketAddress(dataDir, apiSocketName);
    const socket = connect(address.path);
    try {
      await once(socket, 'connect');
      return undefined;
    } finally {
      socket.destroy();
    }
  } catch (error) {
    return errorField(error, 'code') ?? 'unknown';
  }
}

/** Sends what was not carried out again when the service has started again. */
function overSocket(config: Config): Send {
  const headers = { 'x-operator': systemUser() };
  const send: Send = async (sent) => {
    using address = socketAddress(config.dataDir, apiSocketName);
    return await over({ protocol: 'http:', socketPath: address.path }, headers)(sent);
  };
  return async (sent) => {
    try {
      return await send(sent);
    } catch (error) {
      if (error instanceof Unanswered && sent.method !== 'GET') throw error;
      if (!(await hasApiSocket(config))) throw error;
      return send(sent);
    }
  };
}

function inProcess(local: LocalApi): Send {
  return async ({ method, path, headers, body, into }) => {
    const answer = await local.inject({
      method,
      url: path,
      headers: { ...headers, 'x-operator': systemUser() },
      ...(body !== undefined && { payload: body }),
    });
    if (into && answer.statusCode === 200) await into(Readable.from([answer.rawPayload]));
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  };
}
