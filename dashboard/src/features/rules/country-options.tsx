/** Countries to choose from in a field, by name; what is typed may be a code as well. */
import { iso31661 } from 'iso-3166/1.js';
import { countryName } from '../../map/country-name.ts';

const countries = iso31661
  .map(({ alpha2 }) => ({ code: alpha2, name: countryName(alpha2) }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));

export function CountryOptions({ id }: { readonly id: string }) {
  return (
    <datalist id={id}>
      {countries.map(({ code, name }) => (
        <option key={code}>{name}</option>
      ))}
    </datalist>
  );
}

/** The code of a country by its name or code; undefined for other texts. */
export function countryCodeOf(text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  return countries.find(({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted)
    ?.code;
}
