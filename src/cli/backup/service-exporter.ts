/** Has the running service write parts of the embedded analytics store. Source: docs/reference/backups.md ("Analytics"). */
import { analyticsSchemaVersion } from '../../analytics/engine/migrate.ts';
import type { TablePart } from '../../analytics/engine/table-parts.ts';
import type { Config } from '../../config/config.ts';
import { hourMs } from '../../core/time.ts';
import type { AnalyticsExporter } from '../../features/backup/analytics-exporter.ts';
import { CliError } from '../failures.ts';
import { postJson } from '../running-service.ts';

/** A part of a hundred million rows takes minutes. */
const timeoutMs = hourMs;

/** `directory`: the name of the staging directory, which lets the service trust the caller. */
export function serviceExporter({ api }: Pick<Config, 'api'>, directory: string): AnalyticsExporter {
  const ask = (part?: { table: string; month: number }): Promise<unknown> =>
    postJson(api, '/backup/parts', { directory, ...part }, {}, timeoutMs);
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
