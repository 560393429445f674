/**
 * Where a backup gets the rows of the analytics store from: an engine of this process, or the service that has the embedded one
 * open. Source: docs/reference/backups.md ("Analytics").
 */
import { existsSync } from 'node:fs';
import { openChdb } from '../../analytics/engine/chdb.ts';
import { openClickhouse } from '../../analytics/engine/clickhouse.ts';
import type { AnalyticsLocation } from '../../analytics/engine/location.ts';
import { findAnalyticsSchema } from '../../analytics/engine/migrate.ts';
import { exportPart, listParts, type TablePart } from '../../analytics/engine/table-parts.ts';

export type PartList = { readonly schemaVersion: number; readonly parts: readonly TablePart[] };

export interface AnalyticsExporter extends AsyncDisposable {
  list(): Promise<PartList>;
  /** Writes a part to `path`, a file that isn't there yet. */
  write(part: TablePart, path: string): Promise<void>;
}

const nothing: AnalyticsExporter = {
  list: () => Promise.resolve({ schemaVersion: 0, parts: [] }),
  write: () => Promise.resolve(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

/** Opens the engine itself, and changes nothing in it. */
export async function openExporter(location: AnalyticsLocation): Promise<AnalyticsExporter> {
  // Opening would make the directory.
  if (location.kind === 'chdb' && !existsSync(location.path)) return nothing;
  const engine = location.kind === 'chdb' ? await openChdb(location) : openClickhouse(location);
  return {
    list: async () => {
      const schemaVersion = await findAnalyticsSchema(engine);
      return { schemaVersion, parts: schemaVersion === 0 ? [] : await listParts(engine) };
    },
    write: (part, path) => exportPart(engine, part, path),
    [Symbol.asyncDispose]: () => engine.close(),
  };
}
