/**
 * The API as commands use it, reached in the first of three ways that applies: at `NAMEPLATE_URL` with an access token; over the
 * socket of the service that runs on the data directory; in this process, on the store.
 * Source: docs/reference/operator-api.md ("Commands").
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, parseConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { errorField } from '../core/error-field.ts';
import { quoteValue } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { commandName } from '../core/program-files.ts';
import { socketAddress } from '../core/socket-address.ts';
import { parseUrl } from '../core/url.ts';
import type { RequestBody } from '../resources/request-body.ts';
import { apiSocketName } from '../service/api-socket.ts';
import type { LocalApi } from '../service/local-api.ts';
import { exchange, type Received, refusalIn, type Sent, type Target } from './exchange.ts';
import { CliError, messageOf } from './failures.ts';
import { note } from './output.ts';
import { onlyAccount, refuseElsewhere, systemUser, withStore } from './store.ts';

type Method = Sent['method'];
type Query = Readonly<Record<string, string | number | boolean | undefined>>;
type Page<Item> = { readonly items: readonly Item[]; readonly count: number };
export type WireAccount = { readonly uuid: string; readonly name: string; readonly created_at: string };
type WireList<Item> = {
  readonly data?: readonly Item[];
  readonly records?: readonly Item[];
  readonly pagination: { readonly count: number };
};
/** Sends a request one of the three ways. */
type Send = (sent: Sent) => Promise<Received>;

/** How long a service's API may be away, as during a restart. */
const awayMs = 30_000;
const awayPauseMs = 250;

/** A refusal of the API. */
export class ApiError extends CliError {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

export class ApiClient {
  readonly #send: Send;
  #account: string | undefined;

  constructor(send: Send) {
    this.#send = send;
  }

  get<Answer extends object>(path: string, query: Query = {}): Promise<Answer> {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const search = new URLSearchParams(Object.fromEntries(given)).toString();
    return this.#ask('GET', search === '' ? path : `${path}?${search}`);
  }

  /** Undefined when there is none. */
  async find<Answer extends object>(path: string): Promise<Answer | undefined> {
    try {
      return await this.get<Answer>(path);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  /** A page of a list. */
  async page<Item>(path: string, query: Query, limit: number, offset: number): Promise<Page<Item>> {
    const numbers = { page: offset / limit + 1, per_page: limit };
    const { pagination, ...lists } = await this.get<WireList<Item>>(path, { ...query, ...numbers });
    return { items: lists.data ?? lists.records ?? [], count: pagination.count };
  }

  post<Answer extends object>(path: string, body: RequestBody): Promise<Answer> {
    return this.#ask('POST', path, body);
  }

  put<Answer extends object>(path: string, body: RequestBody): Promise<Answer> {
    return this.#ask('PUT', path, body);
  }

  delete<Answer extends object = { readonly message: string }>(path: string): Promise<Answer> {
    return this.#ask('DELETE', path);
  }

  accounts(): Promise<readonly WireAccount[]> {
    return this.get('/api/v1/accounts');
  }

  /** Where the account to work on is in the API. */
  async accountPath(named: string | undefined): Promise<string> {
    return `/api/v1/accounts/${await this.chooseAccount(named)}`;
  }

  /** The account to work on: the one named, or the only one there is. */
  async chooseAccount(named: string | undefined): Promise<string> {
    const accounts = await this.accounts();
    if (named !== undefined) {
      const account = accounts.find(({ uuid }) => uuid === parseUuid(named));
      if (account) return this.#workOn(account.uuid);
      throw new ApiError(`there is no account ${quoteValue(named)}`, 'not_found');
    }
    return this.#workOn(onlyAccount(accounts));
  }

  #workOn(accountUuid: string): string {
    this.#account = accountUuid;
    return accountUuid;
  }

  async #ask<Answer extends object>(method: Method, path: string, body?: RequestBody): Promise<Answer> {
    const pairs = body && [...body.attributes];
    const isForm = body?.encoding === 'form';
    const payload =
      pairs &&
      (isForm
        ? new URLSearchParams(
            Object.fromEntries(pairs.map(([name, value]) => [name, String(value)])),
          ).toString()
        : JSON.stringify(Object.fromEntries(pairs)));
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const headers = {
      ...(payload !== undefined && { 'content-type': type }),
      // For paths that name none.
      ...(this.#account !== undefined && { 'x-account': this.#account }),
    };
    const { status, body: received } = await this.#send({ method, path, headers, body: payload });
    const answer = parse(received);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the route answers
    if (status < 300 && typeof answer === 'object' && answer !== null) return answer as Answer;
    const refusal = refusalIn(answer);
    if (refusal) throw new ApiError(refusal.error, refusal.code);
    throw new CliError(`what answered ${method} ${path} with ${status} is not Nameplate`);
  }
}

/** Hands `use` the API, and closes what was opened whatever happens. `create`: also an installation that there is not yet. */
export async function withApi<T>(
  use: (api: ApiClient) => Promise<T>,
  { create = false }: { readonly create?: boolean } = {},
): Promise<T> {
  const { NAMEPLATE_URL: url } = process.env;
  if (url !== undefined && url !== '') return use(new ApiClient(remote(url)));
  const config = parseConfig(readEnvironment());
  if (await hasApiSocket(config)) return use(new ApiClient(overSocket(config)));
  return withStore(
    async (store) => {
      // Loaded where it is needed: it is most of the program.
      const { composeLocalApi } = await import('../service/local-api.ts');
      await using local = await composeLocalApi(config, store, (warning) => note(`nameplate: ${warning}`));
      try {
        return await use(new ApiClient(inProcess(local)));
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error;
        throw new CliError(`only a running service can answer this; is "${commandName} serve" running?`);
      }
    },
    { create },
  );
}

/** Does the same for what only the operator may do. */
export function withOperatorApi<T>(
  use: (api: ApiClient) => Promise<T>,
  options: { readonly create?: boolean } = {},
): Promise<T> {
  refuseElsewhere('is for the operator');
  return withApi(use, options);
}

function remote(url: string): Send {
  const base = parseUrl(url);
  if (!base || (base.protocol !== 'https:' && base.protocol !== 'http:'))
    throw new CliError(`NAMEPLATE_URL ${quoteValue(url)} is invalid; allowed: an http or https URL`);
  const { hostname, port } = base;
  const protocol = base.protocol === 'https:' ? 'https:' : 'http:';
  const target: Target = { protocol, host: hostname.replace(/^\[|\]$/g, ''), port, servername: hostname };
  const prefix = base.pathname.replace(/\/$/, '');
  return over(target, { authorization: `Bearer ${readToken()}` }, prefix);
}

/** Over connections; `fields` go with every request, and `prefix` is in front of every path. */
function over(target: Target, fields: Readonly<Record<string, string>>, prefix = ''): Send {
  return async ({ path, headers, ...sent }) => {
    try {
      return await exchange(target, {
        ...sent,
        path: `${prefix}${path}`,
        headers: { ...headers, ...fields },
      });
    } catch (error) {
      const where = target.socketPath ?? `${target.host}${target.port ? `:${target.port}` : ''}`;
      throw new CliError(`Nameplate doesn't answer at ${where} (${messageOf(error)})`);
    }
  };
}

/** Never from an argument, which other users of the machine can read. */
function readToken(): string {
  const { NAMEPLATE_TOKEN: token, NAMEPLATE_TOKEN_FILE: file } = process.env;
  if (token) return token;
  if (!file)
    throw new CliError(
      'an access token is missing; set NAMEPLATE_TOKEN, or name a file with NAMEPLATE_TOKEN_FILE or --token-file',
    );
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new CliError(`the access token can't be read from ${quoteValue(file)}: ${messageOf(error)}`);
  }
}

/** Waits for a service that is starting again. Throws when it may not be asked. */
async function hasApiSocket({ dataDir }: Config): Promise<boolean> {
  if (!existsSync(join(dataDir, apiSocketName))) return false;
  const { askControlSocket, NotRunning } = await import('../service/control-client.ts');
  for (const startedTick = performance.now(); ; await sleep(awayPauseMs)) {
    using address = socketAddress(dataDir, apiSocketName);
    const problem = await tryConnect(address.path);
    if (problem === undefined) return true;
    if (problem === 'EACCES' || problem === 'EPERM')
      throw new CliError(
        `${quoteValue(join(dataDir, apiSocketName))} is another user's: run the command as the service's user, or use --url`,
      );
    try {
      await askControlSocket(dataDir, { request: 'status' }, { timeoutMs: awayMs });
    } catch (error) {
      if (error instanceof NotRunning) return false;
      throw error;
    }
    const waitedMs = performance.now() - startedTick;
    if (waitedMs > awayMs) throw new CliError('the service runs, but its API has not answered for 30 s');
    if (waitedMs < awayPauseMs) note('The service is starting again; waiting for its API.');
  }
}

/** Answers the error's code, or undefined when somebody listens. */
async function tryConnect(path: string): Promise<string | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return undefined;
  } catch (error) {
    return errorField(error, 'code') ?? 'unknown';
  } finally {
    socket.destroy();
  }
}

function overSocket({ dataDir }: Config): Send {
  const headers = { 'x-operator': systemUser() };
  return async (sent) => {
    using address = socketAddress(dataDir, apiSocketName);
    return await over({ protocol: 'http:', socketPath: address.path }, headers)(sent);
  };
}

function inProcess(local: LocalApi): Send {
  return async ({ method, path, headers, body }) => {
    const answer = await local.inject({
      method,
      url: path,
      headers: { ...headers, 'x-operator': systemUser() },
      ...(body !== undefined && { payload: body }),
    });
    return { status: answer.statusCode, body: answer.body };
  };
}

function parse(received: string): unknown {
  try {
    return JSON.parse(received);
  } catch {
    return undefined;
  }
}
