/** Tells an upstream where a visitor is. Source: docs/reference/proxy.md ("Geo fields"). */
import type { Location } from '../../analytics/lookup/location-record.ts';
import { asciiFieldValue } from '../../core/ascii-text.ts';

/** Lower case. */
export const geoFieldNames: ReadonlySet<string> = new Set(['x-geo-country', 'x-geo-region', 'x-geo-city']);

/** Field lines of what is known. */
export function geoFieldsOf({ country, region, city }: Location): string {
  return `${lineOf('Country', country)}${lineOf('Region', region)}${lineOf('City', city)}`;
}

function lineOf(name: string, value: string): string {
  return value === '' ? '' : `X-Geo-${name}: ${asciiFieldValue(value)}\r\n`;
}
