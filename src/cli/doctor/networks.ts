/** Checks the operator's database of networks, and how old the data about places and networks is. Source: docs/reference/enrichment.md. */
import { ageDays, findAgingData, oldAfterDays } from '../../analytics/lookup/data-age.ts';
import { NetworkDatabase } from '../../analytics/lookup/network-database.ts';
import type { Config } from '../../config/config.ts';
import { quoteValue } from '../../core/errors.ts';
import { messageOf } from '../failures.ts';
import { type Finding, finding } from './finding.ts';

const check = 'network database';
const variableOf = { places: 'NAMEPLATE_GEOIP_DATABASE', networks: 'NAMEPLATE_NETWORK_DATABASE' } as const;

export function checkNetworks({ networkDatabase: path }: Config): Finding {
  if (path === undefined) return finding('ok', check, 'The ranges that come with the program are used.');
  try {
    using _file = new NetworkDatabase(path);
    return finding('ok', check, `${quoteValue(path)} has autonomous systems.`);
  } catch (error) {
    return finding('problem', check, `NAMEPLATE_NETWORK_DATABASE: ${messageOf(error)}.`);
  }
}

export function checkDataAges({ geoipDatabase, networkDatabase }: Config, nowMs: number): Finding[] {
  return findAgingData(geoipDatabase, networkDatabase).map((one) => {
    const name = `age of ${one.data}`;
    const days = ageDays(one, nowMs);
    if (days === undefined) return finding('ok', name, 'The data does not say when it was built.');
    if (days <= oldAfterDays) return finding('ok', name, `The data is ${Math.max(0, days)} days old.`);
    const what =
      one.path === undefined
        ? `install a newer Nameplate or set ${variableOf[one.data]}`
        : 'replace the file';
    return finding(
      'warning',
      name,
      `The data is ${days} days old, so more and more of it is wrong: ${what}.`,
    );
  });
}
