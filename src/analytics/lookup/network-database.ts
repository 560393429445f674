/**
 * Which hosting network a client's address belongs to, by a database of autonomous systems in MaxMind's format, in place of the
 * ranges that come with the program. Source: docs/reference/enrichment.md ("Hosting networks").
 */
import { parseIpAddress } from '../../core/ip-address.ts';
import { datacenterProviders } from './hosting-networks.ts';
import { MaxmindFile } from './maxmind-file.ts';
import { fieldOf } from './maxmind-value.ts';
import { RecentMap } from './recent-map.ts';
import { type DataFile, type OnReplaced, WatchedFile } from './watched-file.ts';

const rememberedAddresses = 20_000;
const slugs: ReadonlyMap<number, string> = new Map(
  datacenterProviders.flatMap(({ asns, slug }) => asns.map((asn) => [asn, slug] as const)),
);

export class NetworkDatabase implements Disposable {
  readonly #file: WatchedFile<MaxmindFile>;
  #remembered = new RecentMap<string, string>(rememberedAddresses);
  #rememberedOf: MaxmindFile | undefined;

  /** Throws DataFileError. */
  constructor(file: DataFile, onReplaced?: OnReplaced) {
    this.#file = new WatchedFile(file, openNetworkFile, onReplaced);
  }

  /**
   * The slug of the provider; '' when the address is in no known hosting network, or the file is damaged; undefined while there
   * is no file.
   */
  slugOf(clientAddress: string): string | undefined {
    const file = this.#file.current;
    if (!file) return undefined;
    if (file !== this.#rememberedOf) {
      this.#remembered = new RecentMap(rememberedAddresses);
      this.#rememberedOf = file;
    }
    const known = this.#remembered.get(clientAddress);
    if (known !== undefined) return known;
    const slug = slugs.get(asnOf(file, clientAddress) ?? -1) ?? '';
    // A copy: the text keeps alive what it was cut from.
    this.#remembered.set(Buffer.from(clientAddress).toString(), slug);
    return slug;
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }
}

/** Opens a file and checks that it has autonomous systems. Throws when it has none or is no such file. */
export function openNetworkFile(path: string): MaxmindFile {
  const file = MaxmindFile.open(path);
  // One of the addresses that every database of autonomous systems has.
  if (asnOf(file, '8.8.8.8') !== undefined || asnOf(file, '1.1.1.1') !== undefined) return file;
  file[Symbol.dispose]();
  throw new Error(`it has no autonomous systems (${file.databaseType || 'of no known type'})`);
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
