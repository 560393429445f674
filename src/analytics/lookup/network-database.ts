/**
 * Which hosting network a client's address belongs to, by an operator's database of autonomous systems in MaxMind's format, in
 * place of the ranges that come with the program. Source: docs/reference/enrichment.md ("Hosting networks").
 *
 * States: open → replaced (a file that took its place is opened within a minute; a bad one is refused and the old one stays) →
 * closed.
 */
import { statSync } from 'node:fs';
import { parseIpAddress } from '../../core/ip-address.ts';
import { datacenterProviders } from './hosting-networks.ts';
import { MaxmindFile } from './maxmind-file.ts';
import { fieldOf } from './maxmind-value.ts';
import { fileVersion } from './paged-file.ts';
import { RecentMap } from './recent-map.ts';

/** Told once for each file that took the place of another: undefined when it is used, or why it isn't. */
export type OnReplaced = (path: string, problem: string | undefined) => void;

/** The operator's file cannot be used; one line. */
export class NetworkDatabaseError extends Error {
  override readonly name = 'NetworkDatabaseError';
}

const lookAfterMs = 60_000;
const rememberedAddresses = 20_000;
const slugs: ReadonlyMap<number, string> = new Map(
  datacenterProviders.flatMap(({ asns, slug }) => asns.map((asn) => [asn, slug] as const)),
);

export class NetworkDatabase implements Disposable {
  readonly #path: string;
  readonly #onReplaced: OnReplaced;
  #file: MaxmindFile;
  #remembered = new RecentMap<string, string>(rememberedAddresses);
  #lookAtTick: number = performance.now() + lookAfterMs;
  #refused = '';

  /** Throws {@link NetworkDatabaseError}. */
  constructor(path: string, onReplaced: OnReplaced = () => {}) {
    this.#path = path;
    this.#onReplaced = onReplaced;
    this.#file = openChecked(path);
  }

  /** The slug of the provider; '' when the address is in no known hosting network, or the file is damaged. */
  slugOf(clientAddress: string): string {
    this.#lookForReplacement();
    const known = this.#remembered.get(clientAddress);
    if (known !== undefined) return known;
    const slug = slugs.get(asnOf(this.#file, clientAddress) ?? -1) ?? '';
    // A copy: the text keeps alive what it was cut from.
    this.#remembered.set(Buffer.from(clientAddress).toString(), slug);
    return slug;
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }

  #lookForReplacement(): void {
    const tick = performance.now();
    if (tick < this.#lookAtTick) return;
    this.#lookAtTick = tick + lookAfterMs;
    let version = '';
    try {
      version = fileVersion(statSync(this.#path));
      if (version === this.#file.version || version === this.#refused) return;
      const next = openChecked(this.#path);
      this.#file[Symbol.dispose]();
      this.#file = next;
      this.#remembered = new RecentMap(rememberedAddresses);
      this.#onReplaced(this.#path, undefined);
    } catch (error) {
      // Removed for a moment, as some programs replace files: nothing to tell.
      if (version === '') return;
      this.#refused = version;
      this.#onReplaced(this.#path, error instanceof Error ? error.message : String(error));
    }
  }
}

function openChecked(path: string): MaxmindFile {
  let file: MaxmindFile | undefined;
  try {
    file = MaxmindFile.open(path);
    // One of the addresses that every database of autonomous systems has.
    if (asnOf(file, '8.8.8.8') === undefined && asnOf(file, '1.1.1.1') === undefined)
      throw new Error(`it has no autonomous systems (${file.databaseType || 'of no known type'})`);
    return file;
  } catch (error) {
    file?.[Symbol.dispose]();
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
    throw new NetworkDatabaseError(`${JSON.stringify(path)} cannot be used: ${reason}`);
  }
}

function asnOf(file: MaxmindFile, text: string): number | undefined {
  const address = parseIpAddress(text);
  if (!address) return undefined;
  try {
    const place = file.find(address.toByteArray());
    const asn = place === undefined ? undefined : fieldOf(file.valueAt(place), 'autonomous_system_number');
    return typeof asn === 'number' ? asn : undefined;
  } catch {
    return undefined;
  }
}
