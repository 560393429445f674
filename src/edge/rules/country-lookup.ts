/**
 * The country of an address, from the file that records are enriched with. A worker opens it, and reads it in place, when
 * a rule asks first. Source: docs/reference/rules.md ("Conditions"), docs/reference/enrichment.md ("Locations").
 */
import { LocationLookup } from '../../analytics/lookup/location.ts';

export class CountryLookup {
  readonly #path: string | null;
  #lookup: LocationLookup | undefined;

  /** Null: the file that comes with the program. It is also used while the other one is missing or bad. */
  constructor(path: string | null) {
    this.#path = path;
  }

  /** ISO 3166-1 alpha-2; '' if unknown. */
  countryOf(clientNetwork: string): string {
    // An operator's own file has been checked at the start; one that is bad now must not end a worker.
    this.#lookup ??= new LocationLookup(
      this.#path === null ? undefined : { path: this.#path, isDownloaded: true },
    );
    return this.#lookup.find(clientNetwork).country;
  }
}
