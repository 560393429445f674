/**
 * Regions by ISO 3166-2 code and by the names that databases have for them.
 * Source: ISO 3166-2 through npm's iso-3166, region-table.ts.
 */
import { iso31661, iso31662 } from 'iso-3166';
import { RecentMap } from './recent-map.ts';
import { englishRegions } from './region-table.ts';

/** What says the kind of a region and not its name, in the languages that databases mix with English. */
const kinds =
  /\b(?:province|region|county|governorate|departmento?|department|district|oblast|krai|kray|republic|state|city|prefecture|municipality|parish|canton|emirate|division|autonomous|okrug|of|the|de|del|la|le|do|da|al|el|kraj|sheng|voivodeship|wilayah|oblysy|lan)\b/g;

type Naming = {
  /** English name by code. */
  readonly names: ReadonlyMap<string, string>;
  /** Code by country and folded name; '' where two regions have the same. */
  readonly codes: ReadonlyMap<string, string>;
};

/** Five thousand regions: made when the first one is asked for. */
let naming: Naming | undefined;

const remembered = new RecentMap<string, string>(4_096);

/** The region of a country that is called so; '' when it is none of ISO 3166-2. */
export function regionCodeOf(country: string, name: string): string {
  const asked = `${country}|${name}`;
  const known = remembered.get(asked);
  if (known !== undefined) return known;
  const { codes } = loadNaming();
  const code =
    codes.get(`${country}|${fold(name)}`) ?? codes.get(`${country}|${foldWithoutKind(name)}`) ?? '';
  remembered.set(asked, code);
  return code;
}

/** The English name of a region by its code; '' when there is no such region. */
export function regionNameOf(code: string): string {
  return loadNaming().names.get(code) ?? '';
}

/** Whether it is an assigned code of ISO 3166-1 alpha-2; Kosovo's `XK`, which databases use, counts. */
export function isCountry(code: string): boolean {
  return countries.has(code);
}
const countries: ReadonlySet<string> = new Set(['XK', ...iso31661.map(({ alpha2 }) => alpha2)]);

function loadNaming(): Naming {
  naming ??= makeNaming();
  return naming;
}

function makeNaming(): Naming {
  const names = new Map(iso31662.map(({ code, name }) => [code, name] as const));
  const codes = new Map<string, string>();
  const loose = new Map<string, string>();
  for (const [country, row] of Object.entries(englishRegions)) {
    for (const entry of row.split(';')) {
      const [code = '', spellings = ''] = entry.split('=');
      const [english = '', ...others] = spellings.split('|');
      names.set(`${country}-${code}`, english);
      for (const spelling of [english, ...others])
        codes.set(`${country}|${fold(spelling)}`, `${country}-${code}`);
    }
  }
  for (const { code, name } of iso31662) {
    const country = code.slice(0, 2);
    // Names in two languages: `Bizkaia/Vizcaya`.
    for (const spelling of [name, ...name.split(/[/,[\]]/)]) {
      if (!codes.has(`${country}|${fold(spelling)}`)) codes.set(`${country}|${fold(spelling)}`, code);
      const key = `${country}|${foldWithoutKind(spelling)}`;
      loose.set(key, (loose.get(key) ?? code) === code ? code : '');
    }
  }
  for (const [key, code] of loose) if (code !== '' && !codes.has(key)) codes.set(key, code);
  return { names, codes };
}

/** Small letters of ASCII, digits and single spaces. */
function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(
      /[łøđıæß]/g,
      (letter) => ({ ł: 'l', ø: 'o', đ: 'd', ı: 'i', æ: 'ae', ß: 'ss' })[letter] ?? letter,
    )
    .replaceAll(/['’`ʿʾ.]/g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

function foldWithoutKind(name: string): string {
  const folded = fold(name);
  return folded.replaceAll(kinds, ' ').replaceAll(/\s+/g, ' ').trim() || folded;
}
