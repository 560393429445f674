/**
 * The API as commands use it, reached in the first of three ways that applies: at `NAMEPLATE_URL` with an access token; over the
 * socket of the service that runs on the data directory; in this process, on the store.
 * Source: docs/reference/operator-api.md ("Commands").
 */
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { quoteValue } from '../core/errors.ts';
import { parseUuid } from '../core/ids.ts';
import { parseUrl } from '../core/url.ts';
import type { RequestBody } from '../resources/request-body.ts';
import { onlyAccount } from './accounts.ts';
import { refusalIn, type Sent, type Target } from './exchange.ts';
import { CliError } from './failures.ts';
import { readNamedFileSync } from './named-file.ts';
import { note } from './output.ts';
import { ApiError, over, type Send } from './sending.ts';
import { refuseElsewhere } from './this-machine.ts';

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

/** How long one request waits for the rate limit, which is counted by the minute. */
const limitedMs = 90_000;
const quietPauseMs = 2_000;

export class ApiClient {
  /** Sends a request as it is. */
  readonly send: Send;
  readonly #dashboard: string;
  #account: string | undefined;

  /** `dashboard`: what the addresses of its pages begin with. */
  constructor(send: Send, dashboard: string) {
    this.send = send;
    this.#dashboard = dashboard;
  }

  /** The address of a page of the dashboard. */
  pageAddress(path: string): string {
    return this.#dashboard + path;
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

  /** Hands over the bytes of an answer. */
  async download(path: string, into: (content: Readable) => Promise<void>): Promise<void> {
    const { status, body } = await this.send({ method: 'GET', path, headers: {}, body: undefined, into });
    if (status === 200) return;
    const refusal = refusalIn(parse(body));
    throw refusal
      ? new ApiError(refusal.error, refusal.code)
      : new CliError(`GET ${path} answered ${status}`);
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
    } = await this.send({ method, path, headers, body: payload });
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
  if (url !== undefined && url !== '') return use(remote(url));
  // Loaded where it is needed: a command for another machine needs nothing of this one.
  const { withLocalApi } = await import('./local-door.ts');
  return withLocalApi((send, origin) => use(new ApiClient(send, origin)), create);
}

/** Does the same for what only the operator may do. */
export function withOperatorApi<T>(
  use: (api: ApiClient) => Promise<T>,
  options: { readonly create?: boolean } = {},
): Promise<T> {
  refuseElsewhere('is for the operator');
  return withApi(use, options);
}

function remote(url: string): ApiClient {
  const base = parseUrl(url);
  if (!base || (base.protocol !== 'https:' && base.protocol !== 'http:'))
    throw new CliError(`NAMEPLATE_URL ${quoteValue(url)} is invalid; allowed: an http or https URL`);
  const { hostname, port } = base;
  const protocol = base.protocol === 'https:' ? 'https:' : 'http:';
  const target: Target = { protocol, host: hostname.replace(/^\[|\]$/g, ''), port, servername: hostname };
  const prefix = base.pathname.replace(/\/$/, '');
  const sendOnce = over(target, { authorization: `Bearer ${readToken()}` }, prefix);
  const send: Send = async (sent) => {
    for (let waitedMs = 0; ; ) {
      const received = await sendOnce(sent);
      const pauseMs = Number(received.headers['retry-after']) * 1_000;
      // A request that is refused like this was not carried out.
      if (received.status !== 429 || !(pauseMs > 0) || waitedMs + pauseMs > limitedMs) return received;
      if (pauseMs > quietPauseMs) note(`The rate limit is reached; waiting for ${pauseMs / 1_000} s.`);
      await sleep(pauseMs);
      waitedMs += pauseMs;
    }
  };
  return new ApiClient(send, base.origin + prefix);
}

/** Never from an argument, which other users of the machine can read. */
function readToken(): string {
  const { NAMEPLATE_TOKEN: token, NAMEPLATE_TOKEN_FILE: file } = process.env;
  if (token) return token;
  if (!file)
    throw new CliError(
      'an access token is missing; set NAMEPLATE_TOKEN, or name a file with NAMEPLATE_TOKEN_FILE or --token-file',
    );
  return readNamedFileSync('token file', file).trim();
}

function parse(received: string): unknown {
  try {
    return JSON.parse(received);
  } catch {
    return undefined;
  }
}
