/** Watches how old the data about places and networks is. Source: docs/reference/enrichment.md ("Data that ages"). */
import type { Logger } from 'pino';
import { type AgingData, ageDays, findAgingData, oldAfterDays } from '../analytics/lookup/data-age.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';

export class DataAges {
  readonly #config: Pick<Config, 'geoipDatabase' | 'networkDatabase'>;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #found: readonly AgingData[] = [];

  constructor(config: Pick<Config, 'geoipDatabase' | 'networkDatabase'>, clock: Clock, logger: Logger) {
    this.#config = config;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Reads the files again and warns of what is old; call it daily. */
  async check(): Promise<void> {
    this.#found = findAgingData(this.#config.geoipDatabase, this.#config.networkDatabase);
    for (const one of this.#found) {
      const days = ageDays(one, this.#clock.now());
      if (days !== undefined && days > oldAfterDays)
        this.#logger.warn(
          { data: one.data, file: one.path, days },
          'this data is old, and more and more of it is wrong',
        );
    }
  }

  /** Seconds by data, as far as they are known. */
  ages(): ReadonlyMap<string, number> {
    const known = this.#found.flatMap(({ data, builtAtMs }) =>
      builtAtMs === undefined ? [] : [[data, Math.max(0, this.#clock.now() - builtAtMs) / 1000] as const],
    );
    return new Map(known);
  }
}
