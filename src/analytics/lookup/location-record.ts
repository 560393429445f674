/**
 * What the databases in use say about an address, in one shape.
 * Source: GeoIP2 City (MaxMind, also DB-IP's own files): `country.iso_code`, `subdivisions[].iso_code`, `names.en`;
 * the files of ip-location-db: `country_code`, `state1`, `city`, all text.
 */
import { fieldOf, type MaxmindValue } from './maxmind-value.ts';
import { isCountry, regionCodeOf, regionNameOf } from './regions.ts';

export type Location = {
  /** ISO 3166-1 alpha-2; '' when unknown. */
  readonly country: string;
  /** ISO 3166-2; '' when unknown. */
  readonly region: string;
  /** English; '' when unknown. */
  readonly regionName: string;
  readonly city: string;
};

export const nowhere: Location = { country: '', region: '', regionName: '', city: '' };

const maxNameLength = 128;
const subdivisionCode = /^[A-Z0-9]{1,3}$/;
/** Parts of a city: `Hanover (Buchholz-Kleefeld)`. */
const partOfCity = /\s*\([^()]*\)$/;
const control = /[\u0000-\u001f\u007f-\u009f]+/g;

/** Any value is read; what isn't a location is nowhere. */
export function readLocation(value: MaxmindValue): Location {
  const countryValue = fieldOf(value, 'country') ?? fieldOf(value, 'registered_country');
  const country = upper(text(fieldOf(value, 'country_code')) || text(fieldOf(countryValue, 'iso_code')));
  if (!isCountry(country)) return nowhere;
  const subdivisions = fieldOf(value, 'subdivisions');
  const subdivision = Array.isArray(subdivisions) ? subdivisions[0] : undefined;
  const name = text(fieldOf(value, 'state1')) || englishName(subdivision);
  const code = upper(text(fieldOf(subdivision, 'iso_code')));
  const region = subdivisionCode.test(code) ? `${country}-${code}` : name && regionCodeOf(country, name);
  const city = fieldOf(value, 'city');
  return {
    country,
    region,
    regionName: regionNameOf(region) || name,
    city: (typeof city === 'string' ? text(city) : englishName(city)).replace(partOfCity, ''),
  };
}

function englishName(value: MaxmindValue): string {
  return text(fieldOf(fieldOf(value, 'names'), 'en'));
}

function text(value: MaxmindValue): string {
  return typeof value === 'string'
    ? value.slice(0, maxNameLength).toWellFormed().replaceAll(control, ' ').trim()
    : '';
}

function upper(code: string): string {
  return code.toUpperCase();
}
