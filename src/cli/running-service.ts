/** Calls the API of the running service with the same configuration, for what only the service can answer. */
import { isIPv6 } from 'node:net';
import type { Config } from '../config/config.ts';
import { actingAsNobody } from '../control/acting.ts';
import type { ControlStore } from '../control/store.ts';
import { systemClock } from '../core/clock.ts';
import { commandName } from '../core/program-files.ts';
import { exchange, exchangeMs, refusalIn } from './exchange.ts';
import { CliError, messageOf } from './failures.ts';
import { reachableHost } from './local-address.ts';

/** What lists of tokens show while the request is under way. */
const tokenName = 'nameplate query';

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
  const expiresAt = systemClock.now() + exchangeMs;
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

/** Posts JSON and returns the JSON answered. Throws CliError with the API's refusal, or when nothing answers in time. */
export function postJson(
  api: Config['api'],
  path: string,
  content: object,
  fields: Readonly<Record<string, string>> = {},
  maxMs: number = exchangeMs,
): Promise<unknown> {
  return askJson(api, 'POST', path, JSON.stringify(content), fields, maxMs);
}

async function askJson(
  { host, port }: Config['api'],
  method: 'GET' | 'POST',
  path: string,
  body: string | undefined,
  fields: Readonly<Record<string, string>>,
  maxMs: number = exchangeMs,
): Promise<unknown> {
  const address = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const target = { protocol: 'http:', host: reachableHost(host), port } as const;
  const headers = { ...fields, ...(body !== undefined && { 'content-type': 'application/json' }) };
  let answer: unknown;
  try {
    const received = await exchange(target, { method, path, headers, body }, maxMs);
    answer = JSON.parse(received.body);
    if (received.status === 200) return answer;
  } catch (error) {
    throw new CliError(
      `the service doesn't answer at ${address} (${messageOf(error)}); is "${commandName} serve" running?`,
    );
  }
  throw new CliError(refusalIn(answer)?.error ?? `what answers at ${address} is not this service`);
}
