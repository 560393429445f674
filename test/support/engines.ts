/**
 * Which engines the suites run on that know several: `NAMEPLATE_TEST_ENGINES` is `embedded` for those within the process or
 * `servers` for those behind a socket; by default both. vitest.config.ts sets it by project.
 */
import type { AnalyticsLocation } from '../../src/analytics/engine/location.ts';
import type { ControlLocation } from '../../src/control/location.ts';

type Engine = AnalyticsLocation['kind'] | ControlLocation['kind'];

const wanted = process.env.NAMEPLATE_TEST_ENGINES;

/** Tells whether this run's suites use an engine. */
export function isWanted(engine: Engine): boolean {
  const place = engine === 'sqlite' || engine === 'chdb' ? 'embedded' : 'servers';
  return wanted === undefined || wanted === place;
}
