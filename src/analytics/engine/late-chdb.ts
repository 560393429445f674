/**
 * Opens chDB on first use. States: closed → opening → open, or back to closed: the next attempt follows after one
 * second, then the pause doubles up to a minute; until then every call gets the last attempt's error.
 * A failed opening leaves nothing behind in the process, so a retry works once the cause is fixed.
 */
import type { ClickHouseClient } from '@clickhouse/client';
import { AnalyticsOpenError, openChdb } from './chdb.ts';
import type { AnalyticsEngine, EncodedInsert, ImportedRows, ReportRun } from './engine.ts';
import type { TakeBlock } from './report-store.ts';
import type { RowsFile } from './rows-file.ts';

const firstPauseMs = 1_000;
const maxPauseMs = 60_000;

export class LateChdb implements AnalyticsEngine {
  readonly kind = 'chdb';
  readonly layout = { kind: 'single' } as const;
  readonly #location: Parameters<typeof openChdb>[0];
  #engine: AnalyticsEngine | undefined;
  #failure: { readonly error: unknown; readonly pauseMs: number; readonly againTick: number } | undefined;

  constructor(location: Parameters<typeof openChdb>[0]) {
    this.#location = location;
  }

  get reports(): ClickHouseClient {
    return this.#open.reports;
  }

  get writes(): ClickHouseClient {
    return this.#open.writes;
  }

  select<Row>(sql: string, params: Readonly<Record<string, unknown>>, run?: ReportRun): Promise<Row[]> {
    return this.#open.select(sql, params, run);
  }

  readBlocks<Row>(
    sql: string,
    params: Readonly<Record<string, unknown>>,
    take: TakeBlock<Row>,
    signal: AbortSignal,
    run?: ReportRun,
  ): Promise<void> {
    return this.#open.readBlocks(sql, params, take, signal, run);
  }

  insert(insert: EncodedInsert): Promise<void> {
    return this.#open.insert(insert);
  }

  exportRows(select: string, path: string): Promise<void> {
    return this.#open.exportRows(select, path);
  }

  writeFile(file: RowsFile): Promise<void> {
    return this.#open.writeFile(file);
  }

  importRows(rows: ImportedRows): Promise<void> {
    return this.#open.importRows(rows);
  }

  /** Opens the directory; one call at a time. */
  async prepare(): Promise<void> {
    if (this.#engine) return;
    if (this.#failure && performance.now() < this.#failure.againTick) throw this.#failure.error;
    try {
      this.#engine = await openChdb(this.#location);
    } catch (error) {
      const pauseMs = this.#failure ? Math.min(2 * this.#failure.pauseMs, maxPauseMs) : firstPauseMs;
      this.#failure = { error, pauseMs, againTick: performance.now() + pauseMs };
      throw error;
    }
  }

  async trimMemory(): Promise<void> {
    await this.#engine?.trimMemory();
  }

  async close(): Promise<void> {
    await this.#engine?.close();
  }

  get #open(): AnalyticsEngine {
    if (!this.#engine) throw new AnalyticsOpenError('the analytics directory is not open');
    return this.#engine;
  }
}
