/**
 * Cuts the records of an imported file into segments whose numbers follow from where their lines stand, whatever else the import
 * was told: a block is the next 20,000 lines or 3 MiB, and each month (UTC) in it is a segment, because months are
 * partitions of the store and a batch is stored whole or not at all. The same file read with other options therefore
 * makes the same names, and none of its lines is counted twice.
 */
import { maxSegmentBytes } from '../ingest/segment-name.ts';
import type { StagedSegment } from './staged-segments.ts';

const maxBlockLines = 20_000;
/** A record is hardly ever longer than twice its line. */
const maxBlockBytes = 3 * 1024 * 1024;
/** Room for the first line of the file. */
const maxTextBytes = maxSegmentBytes - 1024;
/** From 1970 to 2099 there are 1,560. */
const monthsPerBlock = 1600;
/** Lines full of control characters grow six times: then a month's segment is cut. */
const partsPerMonth = 16;

/** Of UTF-8, at most, for a UTF-16 code unit. */
const bytesPerUnit = 3;
const firstBufferBytes = 16 * 1024;

type Month = { part: number; buffer: Buffer; bytes: number };

export class SegmentBlocks {
  readonly #onSegment: (segment: StagedSegment) => void;
  readonly #months = new Map<number, Month>();
  #block = 0;
  #lines = 0;
  #bytes = 0;
  #lastMonth: { readonly startMs: number; readonly endMs: number; readonly index: number } | undefined;

  constructor(onSegment: (segment: StagedSegment) => void) {
    this.#onSegment = onSegment;
  }

  /** Counts a line of the file, before its record is added. */
  countLine(length: number): void {
    if (this.#lines >= maxBlockLines || this.#bytes >= maxBlockBytes) {
      this.end();
      this.#block += 1;
      this.#lines = 0;
      this.#bytes = 0;
    }
    this.#lines += 1;
    this.#bytes += length;
  }

  /** Adds the record of the line counted last, encoded with its line feed. */
  add(epochMs: number, text: string): void {
    const index = this.#monthOf(epochMs);
    let month = this.#months.get(index);
    if (!month) {
      month = { part: 0, buffer: Buffer.allocUnsafe(firstBufferBytes), bytes: 0 };
      this.#months.set(index, month);
    }
    this.#makeRoom(index, month, text.length * bytesPerUnit);
    month.bytes += month.buffer.write(text, month.bytes);
  }

  /** Hands on what is left. */
  end(): void {
    for (const [index, month] of this.#months) this.#emit(index, month);
    this.#months.clear();
  }

  #makeRoom(index: number, month: Month, bytes: number): void {
    if (month.bytes + bytes > maxTextBytes) {
      this.#emit(index, month);
      month.part += 1;
      month.buffer = Buffer.allocUnsafe(firstBufferBytes);
      month.bytes = 0;
    }
    if (month.bytes + bytes <= month.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(month.bytes + bytes, 2 * month.buffer.length));
    month.buffer.copy(larger, 0, 0, month.bytes);
    month.buffer = larger;
  }

  #emit(index: number, month: Month): void {
    const number = (this.#block * monthsPerBlock + index) * partsPerMonth + month.part;
    this.#onSegment({ number, lines: month.buffer.subarray(0, month.bytes) });
  }

  /** Months since January 1970. Lines of one month stand together. */
  #monthOf(epochMs: number): number {
    const last = this.#lastMonth;
    if (last && epochMs >= last.startMs && epochMs < last.endMs) return last.index;
    const date = new Date(epochMs);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const index = (year - 1970) * 12 + month;
    this.#lastMonth = { startMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1), index };
    return index;
  }
}
