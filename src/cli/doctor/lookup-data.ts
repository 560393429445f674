/** Checks files of places, networks, crawlers and their ranges, and how old this data is. Source: docs/reference/enrichment.md. */
import { checkLookupFile } from '../../analytics/lookup/check-lookup-file.ts';
import {
  ageDays,
  describeOldData,
  findAgingData,
  type LookupDataKind,
  lookupDataKinds,
  urlVariableOf,
} from '../../analytics/lookup/data-age.ts';
import { packagedPlacesDirectory } from '../../analytics/lookup/location.ts';
import { MaxmindFile } from '../../analytics/lookup/maxmind-file.ts';
import type { DataFile } from '../../analytics/lookup/watched-file.ts';
import type { Config } from '../../config/config.ts';
import { quoteValue } from '../../core/errors.ts';
import { messageOf } from '../failures.ts';
import { type Finding, finding } from './finding.ts';

const checks: Readonly<Record<LookupDataKind, { readonly name: string; readonly fileVariable: string }>> = {
  places: { name: 'location database', fileVariable: 'NAMEPLATE_GEOIP_DATABASE' },
  networks: { name: 'network database', fileVariable: 'NAMEPLATE_NETWORK_DATABASE' },
  crawlers: { name: 'crawler list', fileVariable: 'NAMEPLATE_CRAWLER_LIST' },
  ranges: { name: 'crawler ranges', fileVariable: 'NAMEPLATE_CRAWLER_RANGES' },
};

export function checkLookupData({ lookupData }: Config): Finding[] {
  return lookupDataKinds.map((kind) => checkFile(kind, lookupData[kind]));
}

function checkFile(kind: LookupDataKind, file: DataFile | undefined): Finding {
  const { name, fileVariable } = checks[kind];
  if (file === undefined) {
    return kind === 'places' && packagedPlacesDirectory() === undefined
      ? finding('warning', name, `None is installed, so visitors have no places: set ${fileVariable}.`)
      : finding('ok', name, 'The one that comes with the program is used.');
  }
  const { path, isDownloaded } = file;
  try {
    checkLookupFile(kind, path);
    if (kind === 'places') return checkCities(name, path);
    return finding('ok', name, `${quoteValue(path)} is used.`);
  } catch (error) {
    const reason = `${quoteValue(path)} cannot be read (${messageOf(error)})`;
    return isDownloaded
      ? finding(
          'warning',
          name,
          `${reason}, so the one that comes with the program is used: run "nameplate data update" to download ${urlVariableOf[kind]}.`,
        )
      : finding('problem', name, `${fileVariable}: ${reason}.`);
  }
}

function checkCities(name: string, path: string): Finding {
  using file = MaxmindFile.open(path);
  const type = file.databaseType;
  return /city|enterprise/i.test(type)
    ? finding('ok', name, `${quoteValue(path)} is ${type}.`)
    : finding(
        'warning',
        name,
        `${quoteValue(path)} is ${type || 'of no known type'}: take one with cities, or reports have none.`,
      );
}

export function checkDataAges({ lookupData }: Config, nowMs: number): Finding {
  const found = findAgingData(lookupData);
  const warning = describeOldData(found, nowMs);
  if (warning !== undefined) return finding('warning', 'age of data', warning);
  const ages = found.map((one) => {
    const days = ageDays(one, nowMs);
    return `${one.data} ${days === undefined ? 'of an unknown age' : `${Math.max(0, days)} days old`}`;
  });
  return finding('ok', 'age of data', `${ages.join(', ')}.`);
}
