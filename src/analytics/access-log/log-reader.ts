/**
 * Reads one access log: bytes → lines → format → requests → segments, counting what it refuses.
 *
 * States: detecting (the first 100 lines are held until the format is known; left out when it is given) → reading →
 * ended. The digest is of the domain and all bytes, so that a log imported twice is known again, whatever its name.
 */
import { createHash } from 'node:crypto';
import type { LineParser, LineRefusal, ParserOptions } from './access-log-line.ts';
import { createParser, detectFormat, detectionLines, type LogFormat } from './formats.ts';
import { LogLines } from './log-lines.ts';
import { SegmentBlocks } from './segment-blocks.ts';
import type { StagedSegment } from './staged-segments.ts';

export type LogReaderOptions = ParserOptions & {
  /** Hosts whose requests are taken, lower case; undefined takes all. Lines that name no host are taken. */
  readonly hosts: ReadonlySet<string> | undefined;
  /** Undefined finds it out. */
  readonly format: LogFormat | undefined;
};

/** Blank ones included: a file of nothing else must not fill the memory. */
const maxHeld = 10_000;

export type RefusalCount = {
  count: number;
  /** Of the first, from 1. */
  readonly firstLine: number;
};

export type LogSummary = {
  /** Undefined when there is no line, or none of a known format. */
  readonly format: LogFormat | undefined;
  /** Blank ones left out. */
  readonly lines: number;
  readonly requests: number;
  readonly refused: ReadonlyMap<LineRefusal, RefusalCount>;
  /** Of the earliest and the latest request, milliseconds since the epoch. */
  readonly firstMs: number | undefined;
  readonly lastMs: number | undefined;
  /** 32 hexadecimal digits. */
  readonly digest: string;
};

export class LogReader {
  readonly #options: LogReaderOptions;
  readonly #hash = createHash('sha256');
  readonly #lines = new LogLines((line) => this.#onLine(line));
  readonly #blocks: SegmentBlocks;
  readonly #refused = new Map<LineRefusal, RefusalCount>();
  #format: LogFormat | undefined;
  #parse: LineParser | undefined;
  #held: (string | undefined)[] = [];
  #heldFilled = 0;
  #isUnknown = false;
  #lineNumber = 0;
  #lineCount = 0;
  #requests = 0;
  #firstMs = Number.POSITIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;

  /** Calls `onSegment` for each segment that is full, within `push` and `end`. */
  constructor(options: LogReaderOptions, onSegment: (segment: StagedSegment) => void) {
    this.#options = options;
    this.#hash.update(options.domainUuid);
    this.#blocks = new SegmentBlocks(onSegment);
    if (options.format !== undefined) this.#begin(options.format);
  }

  get lineCount(): number {
    return this.#lineCount;
  }

  /** Whether it has seen that no line is of a known format: then nothing more is read. */
  get isUnknown(): boolean {
    return this.#isUnknown;
  }

  push(bytes: Buffer): void {
    this.#hash.update(bytes);
    this.#lines.push(bytes);
  }

  end(): LogSummary {
    this.#lines.end();
    if (!this.#parse && !this.#isUnknown) this.#detect();
    this.#blocks.end();
    return {
      format: this.#format,
      lines: this.#lineCount,
      requests: this.#requests,
      refused: this.#refused,
      firstMs: this.#requests > 0 ? this.#firstMs : undefined,
      lastMs: this.#requests > 0 ? this.#lastMs : undefined,
      digest: this.#hash.digest('hex').slice(0, 32),
    };
  }

  #onLine(line: string | undefined): void {
    if (this.#parse) return this.#read(line, this.#parse);
    if (this.#isUnknown) return;
    this.#held.push(line);
    if (!isBlank(line)) this.#heldFilled += 1;
    if (this.#heldFilled === detectionLines || this.#held.length === maxHeld) this.#detect();
  }

  #detect(): void {
    const format = detectFormat(this.#held.filter((line) => line !== undefined));
    if (format === undefined) this.#isUnknown = this.#heldFilled > 0;
    else this.#begin(format);
  }

  #begin(format: LogFormat): void {
    this.#format = format;
    const parse = createParser(format, this.#options);
    this.#parse = parse;
    for (const line of this.#held) this.#read(line, parse);
    this.#held = [];
  }

  #read(line: string | undefined, parse: LineParser): void {
    this.#lineNumber += 1;
    if (line === undefined) {
      this.#lineCount += 1;
      this.#blocks.countLine(0);
      return this.#refuse('line_too_long');
    }
    if (isBlank(line)) return;
    this.#lineCount += 1;
    this.#blocks.countLine(line.length);
    const request = parse(line);
    if (typeof request === 'string') return this.#refuse(request);
    if (!this.#isWanted(request.host)) return this.#refuse('other_host');
    this.#requests += 1;
    if (request.startedAtMs < this.#firstMs) this.#firstMs = request.startedAtMs;
    if (request.startedAtMs > this.#lastMs) this.#lastMs = request.startedAtMs;
    this.#blocks.add(request);
  }

  #isWanted(host: string): boolean {
    const { hosts } = this.#options;
    if (hosts === undefined || host === '' || hosts.has(host)) return true;
    return hosts.has(host.toLowerCase().replace(/\.?(?::\d*)?$/, ''));
  }

  #refuse(reason: LineRefusal): void {
    const known = this.#refused.get(reason);
    if (known) known.count += 1;
    else this.#refused.set(reason, { count: 1, firstLine: this.#lineNumber });
  }
}

function isBlank(line: string | undefined): boolean {
  return line !== undefined && line.trimStart() === '';
}
