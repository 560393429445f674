/** Calls the API of the running service with the same configuration, for what only the service can answer. */
import { once } from 'node:events';
import { IncomingMessage, request } from 'node:http';
import { isIPv6 } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Config } from '../config/config.ts';
import { actingAsNobody } from '../control/acting.ts';
import type { ControlStore } from '../control/store.ts';
import { systemClock } from '../core/clock.ts';
import { commandName } from '../core/program-files.ts';
import { CliError, messageOf } from './failures.ts';
import { reachableHost } from './local-address.ts';

/** Longer than the service takes to give up two queries, one after the other. */
const timeoutMs = 90_000;

/** What lists of tokens show while the request is under way. */
const tokenName = 'nameplate query';
const tokenLifeMs = 600_000;

/**
 * Posts JSON and returns the JSON answered, with an access token of its own that may only read and is deleted
 * afterwards. Throws CliError with the API's refusal, or when nothing answers.
 */
export async function postToService(
  store: ControlStore,
  { api }: Pick<Config, 'api'>,
  accountUuid: string,
  path: string,
  body: object,
): Promise<unknown> {
  const expiresAt = systemClock.now() + timeoutMs;
  // The audit trail has changes; this is a way to read.
  const created = await actingAsNobody(() =>
    store.tokens.create({ accountUuid, name: tokenName, scope: 'read', expiresAt }),
  );
  try {
    return await postJson(api, path, body, { authorization: `Bearer ${created.secret}` });
  } finally {
    await actingAsNobody(() => store.tokens.revoke(created.token.uuid, accountUuid));
  }
}

/**
 * Asks with GET as often as `use` wants, each time with a path, with an access token that may only read. Tokens live for
 * ten minutes, are replaced before that and deleted afterwards. Throws as {@link postToService} does.
 */
export async function readFromService<Result>(
  store: ControlStore,
  { api }: Pick<Config, 'api'>,
  accountUuid: string,
  use: (get: (path: string) => Promise<unknown>) => Promise<Result>,
): Promise<Result> {
  let token: { readonly uuid: string; readonly secret: string; readonly replaceAt: number } | undefined;
  const drop = async () => {
    const uuid = token?.uuid;
    token = undefined;
    if (uuid !== undefined) await actingAsNobody(() => store.tokens.revoke(uuid, accountUuid));
  };
  const currentSecret = async () => {
    const now = systemClock.now();
    if (token !== undefined && now < token.replaceAt) return token.secret;
    await drop();
    const created = await actingAsNobody(() =>
      store.tokens.create({ accountUuid, name: tokenName, scope: 'read', expiresAt: now + tokenLifeMs }),
    );
    token = { uuid: created.token.uuid, secret: created.secret, replaceAt: now + tokenLifeMs / 2 };
    return created.secret;
  };
  try {
    return await use(async (path) =>
      askJson(api, 'GET', path, undefined, { authorization: `Bearer ${await currentSecret()}` }),
    );
  } finally {
    await drop();
  }
}

/** Posts JSON and returns the JSON answered. Throws CliError with the API's refusal, or when nothing answers in time. */
export function postJson(
  api: Config['api'],
  path: string,
  content: object,
  fields: Readonly<Record<string, string>> = {},
  maxMs: number = timeoutMs,
): Promise<unknown> {
  return askJson(api, 'POST', path, JSON.stringify(content), fields, maxMs);
}

async function askJson(
  { host, port }: Config['api'],
  method: 'GET' | 'POST',
  path: string,
  body: string | undefined,
  fields: Readonly<Record<string, string>>,
  maxMs: number = timeoutMs,
): Promise<unknown> {
  const address = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const headers = {
    ...fields,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  // Not fetch: of a connection closed at once it never answers, and nothing keeps the program waiting for it.
  const outgoing = request({ host: reachableHost(host), port, path, method, headers, agent: false });
  const overdue = setTimeout(() => outgoing.destroy(new Error('it takes too long')), maxMs);
  let answer: unknown;
  try {
    outgoing.end(body);
    const [response] = await once(outgoing, 'response');
    if (!(response instanceof IncomingMessage)) throw new Error('no response');
    const received = await text(response);
    if (response.statusCode === 200) return JSON.parse(received);
    answer = JSON.parse(received);
  } catch (error) {
    throw new CliError(
      `the service doesn't answer at ${address} (${messageOf(error)}); is "${commandName} serve" running?`,
    );
  } finally {
    clearTimeout(overdue);
    outgoing.on('error', () => {}).destroy();
  }
  throw new CliError(hasError(answer) ? answer.error : `what answers at ${address} is not this service`);
}

function hasError(answer: unknown): answer is { readonly error: string } {
  return (
    typeof answer === 'object' && answer !== null && 'error' in answer && typeof answer.error === 'string'
  );
}
