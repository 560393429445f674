/** Whether a file can be used as lookup data. Source: docs/reference/enrichment.md ("Data that ages"). */
import { readCrawlerList } from './crawler-list.ts';
import { readCrawlerRanges } from './crawler-ranges.ts';
import type { LookupDataKind } from './data-age.ts';
import { openLocationFile } from './location.ts';
import { openNetworkFile } from './network-database.ts';

const opened: Readonly<Record<LookupDataKind, (path: string) => void>> = {
  places: (path) => openLocationFile(path)[Symbol.dispose](),
  networks: (path) => openNetworkFile(path)[Symbol.dispose](),
  crawlers: readCrawlerList,
  ranges: readCrawlerRanges,
};

/** Throws an error that says why it can't. */
export function checkLookupFile(kind: LookupDataKind, path: string): void {
  opened[kind](path);
}
