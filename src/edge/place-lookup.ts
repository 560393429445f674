/**
 * The place of an address, from the file that records are enriched with. A worker opens it, and reads it in place, when
 * a rule or an upstream asks first. Source: docs/reference/rules.md ("Conditions"), docs/reference/proxy.md ("Geo fields"),
 * docs/reference/enrichment.md ("Locations").
 */
import { LocationLookup } from '../analytics/lookup/location.ts';
import type { Location } from '../analytics/lookup/location-record.ts';
import { clientNetworkOf } from '../core/client-network.ts';

export class PlaceLookup implements Disposable {
  readonly #path: string | null;
  #lookup: LocationLookup | undefined;

  /** Null: the file that comes with the program. It is also used while the other one is missing or bad. */
  constructor(path: string | null) {
    this.#path = path;
  }

  /** By the address's network, as recorded requests have it. */
  placeOf(clientAddress: string): Location {
    // An operator's own file has been checked at the start; one that is bad now must not end a worker.
    this.#lookup ??= new LocationLookup(
      this.#path === null ? undefined : { path: this.#path, isDownloaded: true },
    );
    return this.#lookup.find(clientNetworkOf(clientAddress));
  }

  [Symbol.dispose](): void {
    this.#lookup?.[Symbol.dispose]();
    this.#lookup = undefined;
  }
}
