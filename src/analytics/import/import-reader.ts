/**
 * Reads one file of an import: bytes → lines → format → records → segments, counting what it refuses.
 *
 * States: detecting (the first lines are held until the format is known) → reading → ended; or detecting → unreadable
 * (nothing more is read); a format may find at the end that the file has a problem. The digest is of the domain and all bytes, so that a file imported twice is known again,
 * whatever its name.
 */
import { createHash } from 'node:crypto';
import { SegmentBlocks } from './segment-blocks.ts';
import type { StagedSegment } from './staged-segments.ts';

/** Cuts the bytes of an imported file into lines, as latin1: a character is a byte, and none is lost or changed. */
const maxLineLength = 64 * 1024;
/** U+FEFF in UTF-8. */
const byteOrderMark = '\xef\xbb\xbf';

/** `undefined` stands for a line that is too long. */
type OnLine = (line: string | undefined) => void;

class ImportLines {
  readonly #onLine: OnLine;
  #begun = '';
  #isTooLong = false;
  #isFirst = true;

  constructor(onLine: OnLine) {
    this.#onLine = onLine;
  }

  /** Hands on each line that ends in these bytes, without LF or CRLF and without a byte order mark. */
  push(bytes: Buffer): void {
    const text = bytes.toString('latin1');
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#add(text, start, end);
      this.#finish();
      start = end + 1;
    }
    this.#add(text, start, text.length);
  }

  /** Hands on the last line when it has no line feed. */
  end(): void {
    if (this.#begun !== '' || this.#isTooLong) this.#finish();
  }

  #add(text: string, start: number, end: number): void {
    if (this.#isTooLong) return;
    if (this.#begun.length + end - start <= maxLineLength) {
      this.#begun += text.slice(start, end);
      return;
    }
    this.#isTooLong = true;
    this.#begun = '';
  }

  #finish(): void {
    const line = this.#isTooLong ? undefined : this.#clean(this.#begun);
    this.#begun = '';
    this.#isTooLong = false;
    this.#isFirst = false;
    this.#onLine(line);
  }

  #clean(line: string): string {
    const text = this.#isFirst && line.startsWith(byteOrderMark) ? line.slice(byteOrderMark.length) : line;
    return text.endsWith('\r') ? text.slice(0, -1) : text;
  }
}

/** A format, with what it remembers of one file. */
export type LineFormat<Item extends object, Refusal extends string> = {
  readonly name: string;
  /**
   * Reads a line without its line feed, as latin1; returns what it holds, or why it is refused. Undefined: the line is
   * part of the format, such as a header.
   */
  readonly parse: (line: string) => Item | Refusal | undefined;
  /** What is wrong with the file as a whole, by all its lines. */
  readonly problemAtEnd?: () => string | undefined;
};

/** What kind of file it is: its formats, and what becomes of its lines. */
export type ImportKind<Item extends object, Refusal extends string> = {
  /** The custom domain that it is imported for. */
  readonly domainUuid: string;
  /** How many lines the format is detected from; blank ones don't count. */
  readonly detectionLines: number;
  /** Detects the format, or says what is wrong with the file as a whole. */
  readonly detect: (lines: readonly string[]) => LineFormat<Item, Refusal> | { readonly problem: string };
  readonly timeOf: (item: Item) => number;
  /** Writes an item as a line of the spool, its line feed included. */
  readonly encode: (item: Item) => string;
  /** Names of columns that were ignored; absent for formats whose columns are fixed. */
  readonly ignoredColumns?: () => readonly string[];
};

/** Blank ones included: a file of nothing else must not fill the memory. */
const maxHeld = 10_000;

export type RefusalCount = {
  count: number;
  /** Of the first, from 1. */
  readonly firstLine: number;
};

export type ImportSummary<Refusal extends string> = {
  /** Undefined when there is no line, or none of a known format. */
  readonly format: string | undefined;
  /** Blank ones and those of the format, such as a header, left out. */
  readonly lines: number;
  readonly records: number;
  readonly refused: ReadonlyMap<Refusal | 'line_too_long', RefusalCount>;
  /** Of the earliest and the latest record, milliseconds since the epoch. */
  readonly firstMs: number | undefined;
  readonly lastMs: number | undefined;
  /** 32 hexadecimal digits. */
  readonly digest: string;
  readonly ignoredColumns: readonly string[] | undefined;
};

/** Called with a refused line's number, from 1, and the reason. */
export type OnRefused<Refusal extends string> = (line: number, reason: Refusal | 'line_too_long') => void;

export class ImportReader<Item extends object, Refusal extends string> {
  readonly #kind: ImportKind<Item, Refusal>;
  readonly #onRefused: OnRefused<Refusal>;
  readonly #hash = createHash('sha256');
  readonly #lines = new ImportLines((line) => this.#onLine(line));
  readonly #blocks: SegmentBlocks;
  readonly #refused = new Map<Refusal | 'line_too_long', RefusalCount>();
  #format: LineFormat<Item, Refusal> | undefined;
  #held: (string | undefined)[] = [];
  #heldFilled = 0;
  #problem: string | undefined;
  #lineNumber = 0;
  #lineCount = 0;
  #records = 0;
  #firstMs = Number.POSITIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Calls `onSegment` for each segment that is full and `onRefused` for each refused line, within `push` and `end`. */
  constructor(
    kind: ImportKind<Item, Refusal>,
    onSegment: (segment: StagedSegment) => void,
    onRefused: OnRefused<Refusal> = () => {},
  ) {
    this.#kind = kind;
    this.#onRefused = onRefused;
    this.#hash.update(kind.domainUuid);
    this.#blocks = new SegmentBlocks(onSegment);
  }

  get lineCount(): number {
    return this.#lineCount;
  }

  /** Why the file as a whole cannot be imported, once that is known. */
  get problem(): string | undefined {
    return this.#problem;
  }

  push(bytes: Buffer): void {
    this.#hash.update(bytes);
    this.#lines.push(bytes);
  }

  end(): ImportSummary<Refusal> {
    this.#lines.end();
    if (!this.#format && this.#problem === undefined) this.#detect();
    this.#problem ??= this.#format?.problemAtEnd?.();
    this.#blocks.end();
    return {
      format: this.#format?.name,
      lines: this.#lineCount,
      records: this.#records,
      refused: this.#refused,
      firstMs: this.#records > 0 ? this.#firstMs : undefined,
      lastMs: this.#records > 0 ? this.#lastMs : undefined,
      digest: this.#hash.digest('hex').slice(0, 32),
      ignoredColumns: this.#kind.ignoredColumns?.(),
    };
  }

  #onLine(line: string | undefined): void {
    if (this.#format) return this.#read(line, this.#format);
    if (this.#problem !== undefined) return;
    this.#held.push(line);
    if (!isBlank(line)) this.#heldFilled += 1;
    if (this.#heldFilled === this.#kind.detectionLines || this.#held.length === maxHeld) this.#detect();
  }

  #detect(): void {
    if (this.#heldFilled === 0) {
      this.#lineNumber += this.#held.length;
      this.#held = [];
      return;
    }
    const found = this.#kind.detect(this.#held.filter((line) => line !== undefined));
    if ('problem' in found) {
      this.#problem = found.problem;
      return;
    }
    this.#format = found;
    for (const line of this.#held) this.#read(line, found);
    this.#held = [];
  }

  #read(line: string | undefined, format: LineFormat<Item, Refusal>): void {
    this.#lineNumber += 1;
    if (line === undefined) {
      this.#lineCount += 1;
      this.#blocks.countLine(0);
      return this.#refuse('line_too_long');
    }
    if (isBlank(line)) return;
    const item = format.parse(line);
    if (item === undefined) return;
    this.#lineCount += 1;
    this.#blocks.countLine(line.length);
    if (typeof item === 'string') return this.#refuse(item);
    this.#records += 1;
    const epochMs = this.#kind.timeOf(item);
    if (epochMs < this.#firstMs) this.#firstMs = epochMs;
    if (epochMs > this.#lastMs) this.#lastMs = epochMs;
    this.#blocks.add(epochMs, this.#kind.encode(item));
  }

  #refuse(reason: Refusal | 'line_too_long'): void {
    this.#onRefused(this.#lineNumber, reason);
    const known = this.#refused.get(reason);
    if (known) known.count += 1;
    else this.#refused.set(reason, { count: 1, firstLine: this.#lineNumber });
  }
}

function isBlank(line: string | undefined): boolean {
  return line !== undefined && line.trimStart() === '';
}
