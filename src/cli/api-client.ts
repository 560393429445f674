/**
 * The API as commands use it, reached in the first of three ways that applies: at `NAMEPLATE_URL` with an access token; over the
 * socket of the service that runs on the data directory; in this process, on the store.
 * Source: docs/reference/operator-api.md ("Commands").
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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
type Tagged<Answer> = { readonly answer: Answer; readonly tag: string | undefined };
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
/** How long one request waits for the rate limit, which is counted by the minute. */
const limitedMs = 90_000;
const quietPauseMs = 2_000;

/** A request whose answer never came: it may have been carried out. */
export class Unanswered extends CliError {}

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

  async get<Answer extends object>(path: string, query: Query = {}): Promise<Answer> {
    const given = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const search = new URLSearchParams(Object.fromEntries(given)).toString();
    return (await this.#ask<Answer>('GET', search === '' ? path : `${path}?${search}`)).answer;
  }

  /** With its entity tag. */
  getTagged<Answer extends object>(path: string): Promise<Tagged<Answer>> {
    return this.#ask('GET', path);
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

  async post<Answer extends object>(path: string, body: RequestBody): Promise<Answer> {
    return (await this.#ask<Answer>('POST', path, body)).answer;
  }

  /** `ifMatch`: only what has this entity tag. */
  async put<Answer extends object>(path: string, body: RequestBody, ifMatch?: string): Promise<Answer> {
    return (await this.#ask<Answer>('PUT', path, body, ifMatch)).answer;
  }

  async delete<Answer extends object = { readonly message: string }>(path: string): Promise<Answer> {
    return (await this.#ask<Answer>('DELETE', path)).answer;
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

  async #ask<Answer extends object>(
    method: Method,
    path: string,
    body?: RequestBody,
    ifMatch?: string,
  ): Promise<Tagged<Answer>> {
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
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      // For paths that name none.
      ...(this.#account !== undefined && { 'x-account': this.#account }),
    };
    const {
      status,
      headers: fields,
      body: received,
    } = await this.#send({ method, path, headers, body: payload });
    const answer = parse(received);
    if (status < 300 && typeof answer === 'object' && answer !== null)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the route answers
      return { answer: answer as Answer, tag: fields.etag };
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
  const send = over(target, { authorization: `Bearer ${readToken()}` }, prefix);
  return async (sent) => {
    for (let waitedMs = 0; ; ) {
      const received = await send(sent);
      const pauseMs = Number(received.headers['retry-after']) * 1_000;
      // A request that is refused like this was not carried out.
      if (received.status !== 429 || !(pauseMs > 0) || waitedMs + pauseMs > limitedMs) return received;
      if (pauseMs > quietPauseMs) note(`The rate limit is reached; waiting for ${pauseMs / 1_000} s.`);
      await sleep(pauseMs);
      waitedMs += pauseMs;
    }
  };
}

/** Over connections; `fields` go with every request, and `prefix` is in front of every path. Rejects with {@link Unanswered}. */
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
      const message = `Nameplate doesn't answer at ${where} (${messageOf(error)})`;
      throw wasSent(error) ? new Unanswered(message) : new CliError(message);
    }
  };
}

/** Whether a request may have arrived before its exchange failed. */
function wasSent(error: unknown): boolean {
  return errorField(error, 'syscall') !== 'connect' && errorField(error, 'syscall') !== 'getaddrinfo';
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

/**
 * Waits for a service that is starting, or starting again. False: none runs, or one without the API, as "nameplate edge". Throws when
 * it may not be asked.
 */
async function hasApiSocket({ dataDir }: Config): Promise<boolean> {
  const { askControlSocket, NotRunning } = await import('../service/control-client.ts');
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
    if (waitedMs < awayPauseMs) note('The service is starting; waiting for its API.');
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
  return async ({ method, path, headers, body }) => {
    const answer = await local.inject({
      method,
      url: path,
      headers: { ...headers, 'x-operator': systemUser() },
      ...(body !== undefined && { payload: body }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  };
}

function parse(received: string): unknown {
  try {
    return JSON.parse(received);
  } catch {
    return undefined;
  }
}
