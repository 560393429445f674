/** Checks the database that locations of visitors are looked up in. Source: docs/reference/enrichment.md. */
import { MaxmindFile } from '../../analytics/lookup/maxmind-file.ts';
import type { Config } from '../../config/config.ts';
import { quoteValue } from '../../core/errors.ts';
import { messageOf } from '../failures.ts';
import { type Finding, finding } from './finding.ts';

const check = 'location database';

export function checkGeoip({ geoipDatabase: path }: Config): Finding {
  if (path === undefined) return finding('ok', check, 'The one that comes with the program is used.');
  try {
    using file = MaxmindFile.open(path);
    const type = file.databaseType;
    if (/city|enterprise/i.test(type)) return finding('ok', check, `${quoteValue(path)} is ${type}.`);
    return finding(
      'warning',
      check,
      `${quoteValue(path)} is ${type || 'of no known type'}: take one with cities, or reports have none.`,
    );
  } catch (error) {
    return finding(
      'problem',
      check,
      `${quoteValue(path)} cannot be read (${messageOf(error)}): set NAMEPLATE_GEOIP_DATABASE to a MaxMind-format file.`,
    );
  }
}
