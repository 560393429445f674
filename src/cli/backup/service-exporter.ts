/** Has the running service write parts of the embedded analytics store. Source: docs/reference/backups.md ("Analytics"). */
import { isIPv6 } from 'node:net';
import { analyticsSchemaVersion } from '../../analytics/engine/migrate.ts';
import type { TablePart } from '../../analytics/engine/table-parts.ts';
import type { Config } from '../../config/config.ts';
import { commandName } from '../../core/program-files.ts';
import { hourMs } from '../../core/time.ts';
import type { AnalyticsExporter } from '../../features/backup/analytics-exporter.ts';
import { exchange, refusalIn } from '../exchange.ts';
import { CliError, messageOf } from '../failures.ts';
import { reachableHost } from '../local-address.ts';

/** A part of a hundred million rows takes minutes. */
const timeoutMs = hourMs;

/** `directory`: the name of the staging directory, which lets the service trust the caller. */
export function serviceExporter({ api }: Pick<Config, 'api'>, directory: string): AnalyticsExporter {
  const ask = (part?: { table: string; month: number }): Promise<unknown> =>
    postJson(api, '/backup/parts', { directory, ...part });
  return {
    list: async () => {
      const answer = await ask();
      if (!hasParts(answer))
        throw new CliError('the service answered something else than the parts of its store');
      // A service runs on its own schema only.
      return { schemaVersion: analyticsSchemaVersion, parts: answer.parts };
    },
    write: async ({ table, month }) => {
      await ask({ table, month });
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function hasParts(answer: unknown): answer is { readonly parts: readonly TablePart[] } {
  return typeof answer === 'object' && answer !== null && 'parts' in answer && Array.isArray(answer.parts);
}

/** Posts JSON and returns the JSON answered. Throws CliError with the API's refusal, or when nothing answers in time. */
async function postJson({ host, port }: Config['api'], path: string, content: object): Promise<unknown> {
  const address = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const target = { protocol: 'http:', host: reachableHost(host), port } as const;
  const headers = { 'content-type': 'application/json' };
  let answer: unknown;
  try {
    const sent = { method: 'POST', path, headers, body: JSON.stringify(content) } as const;
    const received = await exchange(target, sent, timeoutMs);
    answer = JSON.parse(received.body);
    if (received.status === 200) return answer;
  } catch (error) {
    throw new CliError(
      `the service doesn't answer at ${address} (${messageOf(error)}); is "${commandName} serve" running?`,
    );
  }
  throw new CliError(refusalIn(answer)?.error ?? `what answers at ${address} is not this service`);
}
