/**
 * A file of any size read in place, through a bounded cache of its pages.
 *
 * Databases of locations have 60 to 150 MB, of which a site's visitors touch a few: kept in memory whole they would
 * cost as much as the rest of the service. What is not in the cache mostly is in the system's.
 *
 * The cache is one buffer: a buffer for each page would make the garbage collector run for the memory behind them,
 * which was measured at half the time of a look-up. A page has its place in one of four slots of its set, which are
 * taken in turn.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const pageBytes = 4_096;
/** 8 MiB of pages. */
const sets = 512;
const slotsPerSet = 4;

/** Reading past the end: the file is cut off, or is being written. */
export class FileEndError extends Error {
  override readonly name = 'FileEndError';
}

export class PagedFile implements Disposable {
  readonly sizeBytes: number;
  readonly #descriptor: number;
  readonly #cache = Buffer.alloc(sets * slotsPerSet * pageBytes);
  /** Number of the page in each slot; -1 = none. */
  readonly #pages = new Int32Array(sets * slotsPerSet).fill(-1);
  /** Bytes of the page: fewer at the file's end. */
  readonly #lengths = new Uint16Array(sets * slotsPerSet);
  readonly #turns = new Uint8Array(sets);
  /** The page asked for last, for neighbours follow each other, and where its bytes are. */
  #lastPage = -1;
  #lastStart = 0;
  #lastLength = 0;
  #isOpen = true;

  /** Throws the system's error. */
  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
    this.sizeBytes = fstatSync(this.#descriptor).size;
  }

  /** Throws FileEndError. */
  byteAt(at: number): number {
    const page = Math.floor(at / pageBytes);
    if (page !== this.#lastPage) this.#turnTo(page);
    const within = at - page * pageBytes;
    if (!(within < this.#lastLength)) throw new FileEndError(`there is no byte ${at}`);
    return this.#cache[this.#lastStart + within] ?? 0;
  }

  /** Bytes that stay what they are until the next call; throws FileEndError when there are not so many. */
  bytesAt(at: number, length: number): Buffer {
    if (!(at >= 0 && at + length <= this.sizeBytes))
      throw new FileEndError(`there are no ${length} bytes at ${at}`);
    const page = Math.floor(at / pageBytes);
    if (page !== this.#lastPage) this.#turnTo(page);
    const within = at - page * pageBytes;
    if (within + length <= this.#lastLength)
      return this.#cache.subarray(this.#lastStart + within, this.#lastStart + within + length);
    const bytes = Buffer.alloc(length);
    for (let i = 0; i < length; i++) bytes[i] = this.byteAt(at + i);
    return bytes;
  }

  [Symbol.dispose](): void {
    if (this.#isOpen) closeSync(this.#descriptor);
    this.#isOpen = false;
  }

  #turnTo(page: number): void {
    if (!(page >= 0 && page < 2 ** 31) || !this.#isOpen) throw new FileEndError(`there is no page ${page}`);
    const set = page % sets;
    let slot = set * slotsPerSet;
    const end = slot + slotsPerSet;
    while (slot < end && this.#pages[slot] !== page) slot++;
    if (slot === end) {
      const turn = this.#turns[set] ?? 0;
      this.#turns[set] = (turn + 1) % slotsPerSet;
      slot = set * slotsPerSet + turn;
      this.#load(page, slot);
    }
    this.#lastPage = page;
    this.#lastStart = slot * pageBytes;
    this.#lastLength = this.#lengths[slot] ?? 0;
  }

  #load(page: number, slot: number): void {
    // Neither the old page nor half of the new one is there when reading fails.
    this.#pages[slot] = -1;
    this.#lastPage = -1;
    let length = 0;
    while (length < pageBytes) {
      const target = slot * pageBytes + length;
      const read = readSync(
        this.#descriptor,
        this.#cache,
        target,
        pageBytes - length,
        page * pageBytes + length,
      );
      if (read === 0) break;
      length += read;
    }
    this.#pages[slot] = page;
    this.#lengths[slot] = length;
  }
}
