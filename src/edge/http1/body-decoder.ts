/**
 * Strictly determines where a request body ends, and passes on its content.
 * Source: RFC 9112 sections 6.2, 7.1 and 11.2.
 */
import { carriageReturn, hexValueTable, lineFeed, tokenTable, valueTable } from './characters.ts';
import { FieldLine, withoutSpaceBeforeColons } from './field-line.ts';
import type { RefusalReason } from './refusal.ts';
import type { RequestHead } from './request-head.ts';

/** Gets each stretch of content as it arrives; the bytes are valid during the call only. */
export type ContentSink = (chunk: Buffer, start: number, end: number) => void;

export interface BodyDecoder {
  readonly isDone: boolean;
  /** Set when the body is malformed; nothing after it can be told apart. */
  readonly refusal: RefusalReason | undefined;
  /** Field lines of the trailer section, each ending in CR LF, once it is done. */
  readonly trailers: string;
  /** Reads on from `start`; returns where it stopped: the chunk's end, or sooner when done or refused. */
  feed(chunk: Buffer, start: number): number;
}

export const ignoreContent: ContentSink = () => {};

export function hasContent(head: RequestHead | null): boolean {
  return head !== null && (head.isChunked || head.contentLength > 0);
}

export function decoderFor(head: RequestHead, sink: ContentSink): BodyDecoder {
  return head.isChunked ? new ChunkedDecoder(sink) : new LengthDecoder(head.contentLength, sink);
}

export class LengthDecoder implements BodyDecoder {
  readonly refusal: undefined;
  readonly trailers = '';
  readonly #sink: ContentSink;
  #remainingBytes: number;

  constructor(lengthBytes: number, sink: ContentSink) {
    this.#remainingBytes = lengthBytes;
    this.#sink = sink;
  }

  get isDone(): boolean {
    return this.#remainingBytes === 0;
  }

  feed(chunk: Buffer, start: number): number {
    const end = Math.min(chunk.length, start + this.#remainingBytes);
    if (end > start) this.#sink(chunk, start, end);
    this.#remainingBytes -= end - start;
    return end;
  }
}

/** 13 hexadecimal digits are 2^52: exact as a number. */
const maxSizeDigits = 13;
const maxExtensionBytes = 4 * 1024;
const maxTrailerBytes = 16 * 1024;
const semicolon = 0x3b;
const equals = 0x3d;
const doubleQuote = 0x22;
const backslash = 0x5c;

type ChunkedState =
  | 'size'
  | 'extension name'
  | 'extension value'
  | 'quoted value'
  | 'quoted pair'
  | 'quoted end'
  | 'size line feed'
  | 'content'
  | 'content return'
  | 'content line feed'
  | 'trailers'
  | 'done'
  | 'refused';

/**
 * The chunked coding. States: size → (extensions) → size line feed → content → content return → content line feed →
 * size …; after a chunk of size 0: trailers → done. Any byte out of place: refused, for good.
 * No white space is accepted where the grammar calls it bad: servers differ in what they do with it.
 */
export class ChunkedDecoder implements BodyDecoder {
  refusal: RefusalReason | undefined;
  trailers = '';
  readonly #sink: ContentSink;
  readonly #isOfUpstream: boolean;
  #state: ChunkedState = 'size';
  #size = 0;
  #sizeDigits = 0;
  #extensionBytes = 0;
  #itemBytes = 0;
  #trailerText = '';
  #trailerStart = 0;
  /** From the first trailer line that was not complete on. */
  #trailerLine: FieldLine | null = null;

  /** `isOfUpstream`: white space before the colon of a trailer is removed. */
  constructor(sink: ContentSink, isOfUpstream: boolean = false) {
    this.#sink = sink;
    this.#isOfUpstream = isOfUpstream;
  }

  get isDone(): boolean {
    return this.#state === 'done';
  }

  feed(chunk: Buffer, start: number): number {
    let at = start;
    while (at < chunk.length && this.#state !== 'done' && this.#state !== 'refused') {
      if (this.#state === 'content') {
        const end = Math.min(chunk.length, at + this.#size);
        this.#sink(chunk, at, end);
        this.#size -= end - at;
        at = end;
        if (this.#size === 0) this.#state = 'content return';
      } else if (this.#state === 'trailers') {
        at = this.#readTrailers(chunk, at);
      } else {
        this.#readByte(chunk[at] ?? 0);
        at++;
      }
    }
    return at;
  }

  #readByte(byte: number): void {
    const state = this.#state;
    if (state === 'size') this.#readSize(byte);
    else if (state === 'size line feed') {
      this.#expect(byte, lineFeed, this.#size === 0 ? 'trailers' : 'content');
    } else if (state === 'content return') this.#expect(byte, carriageReturn, 'content line feed');
    else if (state === 'content line feed') {
      this.#sizeDigits = 0;
      this.#expect(byte, lineFeed, 'size');
    } else {
      // The limit is over all chunks: endless extensions are a way to keep a server busy (CVE-2023-39326).
      this.#extensionBytes++;
      if (this.#extensionBytes > maxExtensionBytes) this.#refuse();
      else this.#readExtension(byte);
    }
  }

  #readSize(byte: number): void {
    const digit = hexValueTable[byte] ?? 255;
    if (digit < 16) {
      this.#size = this.#size * 16 + digit;
      if (++this.#sizeDigits > maxSizeDigits) this.#refuse();
    } else if (this.#sizeDigits === 0) this.#refuse();
    else this.#endItem(byte);
  }

  #readExtension(byte: number): void {
    const state = this.#state;
    if (state === 'quoted value') {
      if (byte === doubleQuote) this.#state = 'quoted end';
      else if (byte === backslash) this.#state = 'quoted pair';
      else if (valueTable[byte] !== 1) this.#refuse();
    } else if (state === 'quoted pair') {
      if (valueTable[byte] === 1) this.#state = 'quoted value';
      else this.#refuse();
    } else if (state === 'quoted end') this.#endItem(byte);
    else if (tokenTable[byte] === 1) this.#itemBytes++;
    else if (byte === doubleQuote && state === 'extension value' && this.#itemBytes === 0) {
      this.#state = 'quoted value';
    } else if (this.#itemBytes === 0) this.#refuse();
    else if (byte === equals && state === 'extension name') this.#startItem('extension value');
    else this.#endItem(byte);
  }

  /** After the size, or after an extension: another extension or the line's end. */
  #endItem(byte: number): void {
    if (byte === semicolon) this.#startItem('extension name');
    else this.#expect(byte, carriageReturn, 'size line feed');
  }

  #startItem(state: ChunkedState): void {
    this.#state = state;
    this.#itemBytes = 0;
  }

  #expect(byte: number, expected: number, next: ChunkedState): void {
    if (byte === expected) this.#state = next;
    else this.#refuse();
  }

  #readTrailers(chunk: Buffer, start: number): number {
    // What lies beyond the limit cannot change the outcome, and this keeps a large chunk behind it out of the string.
    const room = maxTrailerBytes + 1 - this.#trailerText.length;
    const keptBytes = this.#trailerText.length;
    const text = this.#trailerText + chunk.toString('latin1', start, Math.min(chunk.length, start + room));
    const line = this.#trailerLine ?? new FieldLine(this.#isOfUpstream);
    let isBegun = this.#trailerLine !== null;
    for (;;) {
      const outcome = isBegun ? line.resume(text, this.#trailerStart) : line.scan(text, this.#trailerStart);
      isBegun = false;
      if (line.position > maxTrailerBytes) this.#refuse('trailer_invalid');
      else if (outcome === 'invalid') this.#refuse('trailer_invalid');
      else if (outcome === 'field' && isForbiddenTrailer(line, text)) this.#refuse('trailer_forbidden');
      else if (outcome === 'end') {
        const lines = text.slice(0, this.#trailerStart);
        this.trailers = line.hasSpaceBeforeColon ? withoutSpaceBeforeColons(lines) : lines;
        this.#state = 'done';
      } else if (outcome === 'field') {
        this.#trailerStart = line.position;
        continue;
      } else {
        this.#trailerText = text;
        this.#trailerLine = line;
      }
      return start + Math.max(0, line.position - keptBytes);
    }
  }

  #refuse(reason: RefusalReason = 'chunk_invalid'): void {
    this.#state = 'refused';
    this.refusal = reason;
  }
}

/** Fields that frame or route a message are too late in a trailer: RFC 9110 section 6.5.1. */
function isForbiddenTrailer(line: FieldLine, text: string): boolean {
  return (
    line.isNamed(text, 'host') ||
    line.isNamed(text, 'content-length') ||
    line.isNamed(text, 'transfer-encoding')
  );
}
