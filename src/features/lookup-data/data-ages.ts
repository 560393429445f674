/** Watches how old the data that lookups use is. Source: docs/reference/enrichment.md ("Data that ages"). */
import type { Logger } from 'pino';
import { type AgingData, describeOldData, findAgingData } from '../../analytics/lookup/data-age.ts';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../core/clock.ts';

export class DataAges {
  readonly #files: Config['lookupData'];
  readonly #clock: Clock;
  readonly #logger: Logger;
  #found: readonly AgingData[] = [];

  constructor(files: Config['lookupData'], clock: Clock, logger: Logger) {
    this.#files = files;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Reads the files again and warns of what is old; call it daily. */
  async check(): Promise<void> {
    this.#found = findAgingData(this.#files);
    const warning = describeOldData(this.#found, this.#clock.now());
    if (warning !== undefined) this.#logger.warn(warning);
  }

  /** Seconds by data, as far as they are known. */
  ages(): ReadonlyMap<string, number> {
    const known = this.#found.flatMap(({ data, builtAtMs }) =>
      builtAtMs === undefined ? [] : [[data, Math.max(0, this.#clock.now() - builtAtMs) / 1000] as const],
    );
    return new Map(known);
  }
}
