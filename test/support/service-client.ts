/** A running service as its clients see it, whichever process it runs in: its API, its edge and its control store. */
import { existsSync, readFileSync } from 'node:fs';
import http, { type Agent, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import type { ControlLocation } from '../../src/control/location.ts';

export type ApiAnswer = {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text when it is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
};

export type ApiRequest = {
  readonly method?: string;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>> | string;
  readonly body?: RequestInit['body'];
};

export type EdgeRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Keeps connections between requests; by default each request has one of its own. */
  readonly agent?: Agent;
};

export type EdgeAnswer = {
  readonly status: number;
  /** As sent, never normalised. */
  readonly location: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export abstract class ServiceClient {
  readonly env: Readonly<Record<string, string>>;
  accountUuid = '';
  readonly #givenToken: string | undefined;

  /** `token`: the access token to use, when neither the environment nor the data directory has it. */
  constructor(env: Readonly<Record<string, string>>, token: string | undefined) {
    this.env = env;
    this.#givenToken = token;
  }

  /** What it has printed: its banner, and its log. */
  abstract get stdout(): string;

  /** The same, with what it printed as errors. */
  abstract get output(): string;

  /** Stops it as an operator does. */
  abstract stop(): Promise<unknown>;

  get apiOrigin(): string {
    return `http://${this.env.NAMEPLATE_HOST ?? '127.0.0.1'}:${this.env.NAMEPLATE_API_PORT}`;
  }

  get edgePort(): number {
    return Number(this.env.NAMEPLATE_EDGE_HTTP_PORT);
  }

  get tlsPort(): number {
    return Number(this.env.NAMEPLATE_EDGE_HTTPS_PORT);
  }

  get token(): string {
    return this.#givenToken || this.env.NAMEPLATE_BOOTSTRAP_TOKEN || readFirstToken(this.env) || '';
  }

  /** Where the control store is; the command line opens it there while the service runs, and so may a test. */
  get control(): ControlLocation {
    const { NAMEPLATE_DATABASE_URL: url, NAMEPLATE_DATA_DIR: dataDir = '' } = this.env;
    return url ? { kind: 'postgres', url } : { kind: 'sqlite', path: join(dataDir, 'control.db') };
  }

  /** The collection of the account's redirects. */
  get redirects(): string {
    return `/api/v1/accounts/${this.accountUuid}/redirects`;
  }

  async isReady(path: '/readyz' | '/livez' = '/readyz'): Promise<boolean> {
    try {
      // Where no process accepts, connections wait.
      const answer = await fetch(this.apiOrigin + path, { signal: AbortSignal.timeout(10_000) });
      return answer.status === 200 && (await answer.text()).includes('"status":"ok"');
    } catch {
      return false;
    }
  }

  /** Asks the API; with the service's own token unless another, or none (null), is given. */
  async api(path: string, request: ApiRequest = {}): Promise<ApiAnswer> {
    const headers = new Headers(request.headers);
    if (request.token !== null) headers.set('authorization', `Bearer ${request.token ?? this.token}`);
    let body = request.body ?? null;
    if (request.json !== undefined) {
      headers.set('content-type', 'application/json');
      body = JSON.stringify(request.json);
    } else if (request.form !== undefined) {
      headers.set('content-type', 'application/x-www-form-urlencoded');
      body = typeof request.form === 'string' ? request.form : new URLSearchParams(request.form).toString();
    }
    const hasBody = body !== null;
    const answer = await fetch(this.apiOrigin + path, {
      method: request.method ?? (hasBody ? 'POST' : 'GET'),
      headers,
      body,
      redirect: 'manual',
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: parseJson(text) };
  }

  /** Asks the edge for a target on a host; nothing is decoded, normalised or followed. */
  edge(host: string, target = '/', options: EdgeRequest = {}): Promise<EdgeAnswer> {
    return new Promise((resolve, reject) => {
      const outgoing = http.request(
        {
          host: this.env.NAMEPLATE_EDGE_HOST ?? '127.0.0.1',
          port: this.edgePort,
          method: options.method ?? 'GET',
          path: target,
          setHost: false,
          headers: { host, ...options.headers },
          agent: options.agent ?? false,
        },
        (answer) => {
          const { statusCode: status = 0, headers } = answer;
          readText(answer).then(
            (body) => resolve({ status, location: headers.location, headers, body }),
            reject,
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(options.body);
    });
  }

  /** Finds the account of a service that has started. */
  protected async findAccount(): Promise<void> {
    const accounts = await this.api('/api/v1/accounts');
    this.accountUuid = accounts.body[0].uuid;
  }
}

/** What a first start has written for its owner. */
function readFirstToken(env: Readonly<Record<string, string>>): string | undefined {
  const path = env.NAMEPLATE_FIRST_TOKEN_FILE || join(env.NAMEPLATE_DATA_DIR ?? '', 'first-token');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
