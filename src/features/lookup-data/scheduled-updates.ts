/**
 * Downloads lookup data on a schedule. When an address was last asked is stored beside the file, so restarts change nothing.
 * Source: docs/reference/enrichment.md ("Data that ages").
 */
import type { Logger } from 'pino';
import type { LookupDataKind } from '../../analytics/lookup/data-age.ts';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../core/clock.ts';
import { errorMessage } from '../../core/error-field.ts';
import { hourMs } from '../../core/time.ts';
import { type DataSource, dataSourcesOf, lastCheckedMs, updateData } from './update-data.ts';

const againAfterMs = hourMs;

export class ScheduledDataUpdates {
  readonly sources: readonly DataSource[];
  readonly #everyMs: number;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #failedAtMs = new Map<LookupDataKind, number>();
  #isRunning = false;
  failures = 0;

  constructor(
    { lookupData, dataUpdateEveryHours }: Pick<Config, 'lookupData' | 'dataUpdateEveryHours'>,
    clock: Clock,
    logger: Logger,
  ) {
    this.sources = dataSourcesOf(lookupData);
    this.#everyMs = dataUpdateEveryHours * hourMs;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Downloads what is due; call it periodically. Returns whether something was replaced. */
  async check(): Promise<boolean> {
    if (this.#isRunning) return false;
    this.#isRunning = true;
    try {
      let hasReplaced = false;
      for (const source of this.sources)
        if (await this.#isDue(source)) hasReplaced = (await this.#update(source)) || hasReplaced;
      return hasReplaced;
    } finally {
      this.#isRunning = false;
    }
  }

  async #isDue({ kind, path }: DataSource): Promise<boolean> {
    const now = this.#clock.now();
    if (now - (this.#failedAtMs.get(kind) ?? Number.NEGATIVE_INFINITY) < againAfterMs) return false;
    const checkedAtMs = await lastCheckedMs(path);
    // A time ahead is of a clock that was set back.
    return checkedAtMs === undefined || now - checkedAtMs >= this.#everyMs || checkedAtMs > now;
  }

  async #update(source: DataSource): Promise<boolean> {
    const { kind: data, path: file } = source;
    try {
      const { outcome } = await updateData(source, this.#clock.now());
      this.#failedAtMs.delete(data);
      this.#logger.info({ data, file }, outcome === 'updated' ? 'data updated' : 'data is up to date');
      return outcome === 'updated';
    } catch (error) {
      this.failures += 1;
      this.#failedAtMs.set(data, this.#clock.now());
      const reason = errorMessage(error);
      this.#logger.error(
        { data, file, reason },
        'the data could not be updated; the old data stays in use, and the update is tried again in an hour',
      );
      return false;
    }
  }
}
