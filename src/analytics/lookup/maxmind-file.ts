/**
 * A database of addresses in MaxMind's format, read in place.
 * Source: MaxMind DB File Format Specification 2.0. npm's maxmind reads the whole file into memory.
 */
import { fieldOf, MaxmindFormatError, MaxmindReader, type MaxmindValue } from './maxmind-value.ts';
import { PagedFile } from './paged-file.ts';

/** Between the tree and the data. */
const separatorBytes = 16;
const metadataMarker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
/** The marker begins within the last 128 KiB. */
const maxMetadataBytes = 128 * 1024;

export class MaxmindFile implements Disposable {
  /** What the file says it is, such as `GeoLite2-City`. */
  readonly databaseType: string;
  /** Milliseconds since the Unix epoch; undefined when it doesn't say. */
  readonly builtAtMs: number | undefined;
  readonly #file: PagedFile;
  readonly #values: MaxmindReader;
  readonly #nodeCount: number;
  readonly #recordBits: number;
  readonly #treeBytes: number;
  readonly #isIpv4Only: boolean;
  /** The node of `::/96`, under which an IPv6 tree has its IPv4 addresses. */
  readonly #ipv4Root: number;
  /** Where the first 16 bits of an IPv4 address lead to; 0 = not asked for yet. Half of the way, and most of its pages. */
  readonly #ipv4Starts = new Uint32Array(2 ** 16);

  /** Throws the system's error, or MaxmindFormatError when it isn't such a file. */
  static open(path: string): MaxmindFile {
    const file = new PagedFile(path);
    try {
      return new MaxmindFile(file);
    } catch (error) {
      file[Symbol.dispose]();
      throw error;
    }
  }

  private constructor(file: PagedFile) {
    const metadata = readMetadata(file);
    const number = (name: string) => {
      const value = fieldOf(metadata, name);
      if (typeof value !== 'number') throw new MaxmindFormatError(`its metadata has no ${name}`);
      return value;
    };
    if (number('binary_format_major_version') !== 2) throw new MaxmindFormatError('it is not of version 2');
    const recordBits = number('record_size');
    if (recordBits !== 24 && recordBits !== 28 && recordBits !== 32)
      throw new MaxmindFormatError(`it has records of ${recordBits} bits`);
    const type = fieldOf(metadata, 'database_type');
    this.#file = file;
    this.databaseType = typeof type === 'string' ? type : '';
    const builtAt = fieldOf(metadata, 'build_epoch');
    this.builtAtMs = typeof builtAt === 'number' ? builtAt * 1000 : undefined;
    this.#recordBits = recordBits;
    this.#nodeCount = number('node_count');
    this.#treeBytes = (this.#nodeCount * recordBits) / 4;
    this.#isIpv4Only = number('ip_version') === 4;
    if (this.#treeBytes + separatorBytes > file.sizeBytes) throw new MaxmindFormatError('it is cut off');
    this.#values = new MaxmindReader(file, this.#treeBytes + separatorBytes);
    let node = 0;
    if (!this.#isIpv4Only) for (let i = 0; i < 96 && node < this.#nodeCount; i++) node = this.#child(node, 0);
    this.#ipv4Root = node;
  }

  /**
   * Where the data of an address is, by its 4 or 16 bytes; undefined when there is none. Throws FileEndError when the
   * file is damaged.
   */
  find(address: readonly number[]): number | undefined {
    let node: number;
    if (address.length === 4) node = this.#walk(this.#ipv4Start(address), address, 16);
    else node = this.#isIpv4Only ? this.#nodeCount : this.#walk(0, address, 0);
    return node > this.#nodeCount ? node - this.#nodeCount + this.#treeBytes : undefined;
  }

  /** The data at a place that `find` gave. Throws MaxmindFormatError or FileEndError when the file is damaged. */
  valueAt(place: number): MaxmindValue {
    return this.#values.read(place);
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]();
  }

  #ipv4Start(address: readonly number[]): number {
    const first16 = (address[0] ?? 0) * 256 + (address[1] ?? 0);
    const known = this.#ipv4Starts[first16] ?? 0;
    if (known !== 0) return known;
    const start = this.#walk(this.#ipv4Root, address.slice(0, 2), 0);
    this.#ipv4Starts[first16] = start;
    return start;
  }

  /** Descends the tree from a node, by the bits from `bit` on, until it isn't a node. */
  #walk(from: number, address: readonly number[], bit: number): number {
    let node = from;
    const bits = address.length * 8;
    for (let at = bit; at < bits && node < this.#nodeCount; at++) {
      node = this.#child(node, ((address[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1);
    }
    return node;
  }

  #child(node: number, side: number): number {
    const file = this.#file;
    if (this.#recordBits === 28) {
      const at = node * 7;
      const middle = file.byteAt(at + 3);
      return side === 0
        ? (middle >>> 4) * 2 ** 24 + word24(file, at)
        : (middle & 0x0f) * 2 ** 24 + word24(file, at + 4);
    }
    if (this.#recordBits === 24) return word24(file, node * 6 + side * 3);
    const at = node * 8 + side * 4;
    return file.byteAt(at) * 2 ** 24 + word24(file, at + 1);
  }
}

function word24(file: PagedFile, at: number): number {
  return (file.byteAt(at) << 16) | (file.byteAt(at + 1) << 8) | file.byteAt(at + 2);
}

function readMetadata(file: PagedFile): MaxmindValue {
  const length = Math.min(file.sizeBytes, maxMetadataBytes);
  const tail = file.bytesAt(file.sizeBytes - length, length);
  const found = tail.lastIndexOf(metadataMarker);
  if (found === -1) throw new MaxmindFormatError('it is not a MaxMind database file');
  const start = file.sizeBytes - length + found + metadataMarker.length;
  return new MaxmindReader(file, start).read(start);
}
