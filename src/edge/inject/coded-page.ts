/**
 * A page that arrives compressed: it is decoded, and encoded again in its coding if the tag is added.
 * Source: docs/reference/injection.md ("Compressed pages").
 *
 * States:
 * - `gathering`: the upstream is sending; its bytes are kept. A small page that is complete by then is done at once.
 * - `looking`: a decoder is running and nothing has been sent. If the page is to be left alone, or isn't in
 *   the coding its field names, the upstream's bytes and fields go out unchanged: → `passing`. Once the tag's place is
 *   found, the upstream pauses, or 64 KiB have been searched: → `recoding`.
 * - `recoding`: decoder → tag → encoder → client. The encoder is flushed whenever the upstream pauses, so a page that
 *   is sent bit by bit arrives bit by bit.
 * - `passing`: the upstream's bytes go out as they arrive.
 * - `closed`.
 * Back-pressure goes from the client to the encoder, the decoder and, by `pendingBytes`, the upstream.
 */
import type { Transform } from 'node:stream';
import { type Codec, codecOf, type Encoder } from './coders.ts';
import type { AppliedCoding } from './content-coding.ts';
import type { PageHead } from './page-head.ts';
import type { PageOutcome } from './page-outcome.ts';
import type { Page, PageOutput } from './page-output.ts';
import { TagInserter } from './tag-inserter.ts';
import { recodeWhole } from './whole-page.ts';

type State = 'gathering' | 'looking' | 'recoding' | 'passing' | 'closed';

/** Up to this, a page that is complete before the upstream pauses is done in one go. */
const wholeMaxBytes = 16 * 1024;
/** What is held of a page before it is sent, coded and decoded. */
const lookMaxBytes = 64 * 1024;
/** What one of the coders may hold before the one before it is held back. */
const coderMaxBytes = 64 * 1024;

export class CodedPage implements Page {
  readonly #head: PageHead;
  readonly #coding: AppliedCoding;
  readonly #output: PageOutput;
  readonly #inserter: TagInserter;
  #state: State = 'gathering';
  #codec: Codec | null = null;
  /** Content that arrived before its decoder could start. */
  #header: Buffer = Buffer.alloc(0);
  #decoder: Transform | null = null;
  #encoder: Encoder | null = null;
  /** As received; kept until something is sent. */
  #originals: Buffer[] = [];
  #originalBytes = 0;
  /** Decoded, with the tag once its place was found. */
  #decoded: Buffer[] = [];
  #decodedBytes = 0;
  /** Writes that the coders have not taken yet. */
  #decoding = 0;
  #encoding = 0;
  /** Whether the encoder may hold something back. */
  #isUnflushed = false;
  #isDecided = false;
  #isComplete = false;
  #isDecoded = false;
  #isEncoded = false;
  #trailers = '';

  constructor(head: PageHead, coding: AppliedCoding, output: PageOutput) {
    this.#head = head;
    this.#coding = coding;
    this.#output = output;
    this.#inserter = new TagInserter(
      head.judge,
      (chunk, start, end) => this.#encode(chunk.subarray(start, end)),
      head.scripts.tag,
    );
  }

  get pendingBytes(): number {
    const inCoders = (this.#decoder?.writableLength ?? 0) + (this.#encoder?.writableLength ?? 0);
    return this.#output.pendingBytes + inCoders + this.#decodedBytes;
  }

  content(chunk: Buffer, start: number, end: number): void {
    if (this.#state === 'passing') this.#output.copy(chunk, start, end);
    if (this.#state === 'passing' || this.#state === 'closed' || start === end) return;
    const piece = Buffer.from(chunk.subarray(start, end));
    if (this.#state !== 'recoding') {
      this.#originals.push(piece);
      this.#originalBytes += piece.length;
    }
    if (this.#state !== 'gathering') this.#decode(piece);
    else if (this.#originalBytes > wholeMaxBytes) this.#look();
  }

  pause(): void {
    if (this.#state === 'gathering') this.#look();
    else if (this.#state === 'passing') this.#output.flush();
  }

  end(trailers: string): void {
    this.#trailers = trailers;
    this.#isComplete = true;
    if (this.#state === 'gathering') {
      if (this.#originalBytes === 0) this.#passOn('empty');
      else if (!this.#recodeWhole()) this.#look();
    }
    if (this.#state === 'passing') this.#close(trailers);
    else if (this.#state === 'recoding' && !this.#decoder) this.#close(this.#noContent());
    else if (this.#isEncoded) this.#close(this.#head.changedTrailers(trailers));
    else if (!this.#isDecoded) this.#decoder?.end();
  }

  writable(): void {
    this.#hold();
  }

  destroy(): void {
    this.#state = 'closed';
    this.#decoder?.destroy();
    this.#encoder?.destroy();
    this.#decoder = null;
    this.#encoder = null;
    this.#originals = [];
    this.#decoded = [];
  }

  /** Returns whether the page could be done in one go. */
  #recodeWhole(): boolean {
    const coded = Buffer.concat(this.#originals);
    const whole = recodeWhole(coded, this.#codecFor(coded), this.#head);
    if (!whole) return false;
    if (!whole.recoded) this.#passOn(whole.outcome);
    else {
      this.#decided(whole.outcome);
      this.#beginChanged(whole.recoded.length);
      this.#output.write(whole.recoded, 0, whole.recoded.length);
      this.#close(this.#head.changedTrailers(this.#trailers));
    }
    return true;
  }

  /** Takes the first bytes of the content, as long as it is not known. */
  #codecFor(bytes: Buffer | undefined): Codec {
    this.#codec ??= codecOf(this.#coding, bytes?.[0] ?? 0);
    return this.#codec;
  }

  #look(): void {
    this.#state = 'looking';
    for (const piece of this.#originals) this.#decode(piece);
    // The head came alone, or hardly more.
    if (!this.#decoder && this.#state === 'looking') this.#recode();
  }

  #decode(piece: Buffer): void {
    // What follows the end of the coded content is dropped, as browsers do.
    if (this.#isDecoded || this.#state === 'passing' || this.#state === 'closed') return;
    let bytes = piece;
    if (!this.#decoder) {
      bytes = this.#header.length > 0 ? Buffer.concat([this.#header, piece]) : piece;
      this.#header = bytes;
      const start = this.#codecFor(bytes).contentStart(bytes);
      if (start === undefined) return;
      if (start < 0) {
        this.#undecodable();
        return;
      }
      bytes = bytes.subarray(start);
      this.#decoder = this.#openDecoder();
    }
    this.#decoding++;
    this.#decoder.write(bytes, () => {
      this.#decoding--;
      this.#settle();
    });
  }

  #openDecoder(): Transform {
    const decoder = this.#codecFor(undefined).createDecoder();
    decoder.on('data', (chunk: Buffer) => {
      this.#inserter.write(chunk, 0, chunk.length);
      this.#settle();
    });
    decoder.on('end', () => {
      this.#isDecoded = true;
      this.#inserter.finish();
      this.#settle();
      if (this.#state === 'recoding') this.#openedEncoder().end();
    });
    decoder.on('error', () => this.#undecodable());
    return decoder;
  }

  #encode(piece: Buffer): void {
    if (this.#state !== 'recoding') {
      this.#decoded.push(piece);
      this.#decodedBytes += piece.length;
      return;
    }
    this.#encoding++;
    this.#isUnflushed = true;
    this.#openedEncoder().write(piece, () => {
      this.#encoding--;
      this.#settle();
    });
  }

  #openedEncoder(): Encoder {
    if (this.#encoder) return this.#encoder;
    const encoder = this.#codecFor(undefined).createEncoder();
    this.#encoder = encoder;
    encoder.on('data', (chunk: Buffer) => {
      this.#output.write(chunk, 0, chunk.length);
      this.#output.flush();
      this.#hold();
    });
    encoder.on('end', () => {
      this.#isEncoded = true;
      if (this.#isComplete) this.#close(this.#head.changedTrailers(this.#trailers));
    });
    return encoder;
  }

  /** Checks what has become known, what may be sent, and which stage has to wait. */
  #settle(): void {
    const { outcome } = this.#inserter;
    const isStill = this.#decoding === 0 && this.#decoder?.readableLength === 0;
    if (this.#state === 'looking') {
      const mayWait = !isStill || this.#isComplete;
      if (outcome !== undefined && outcome !== 'injected') this.#passOn(outcome);
      else if (outcome || !mayWait || this.#decodedBytes > lookMaxBytes) this.#recode();
    }
    if (this.#state !== 'recoding') return;
    if (outcome !== undefined) this.#decided(outcome);
    if (isStill && this.#encoding === 0 && this.#isUnflushed && !this.#isComplete && !this.#isDecoded)
      this.#flush();
    this.#hold();
  }

  #flush(): void {
    this.#isUnflushed = false;
    this.#encoding++;
    this.#encoder?.flush(this.#codec?.flushKind ?? 0, () => {
      this.#encoding--;
      this.#settle();
    });
  }

  /** From here on the page is sent; whether the tag comes may still be open. */
  #recode(): void {
    this.#state = 'recoding';
    this.#originals = [];
    this.#beginChanged();
    this.#output.flush();
    const decoded = this.#decoded;
    this.#decoded = [];
    this.#decodedBytes = 0;
    for (const piece of decoded) this.#encode(piece);
  }

  /** Pauses the stages that are ahead of the next one, and resumes the others. */
  #hold(): void {
    const [decoder, encoder] = [this.#decoder, this.#encoder];
    if (this.#state !== 'recoding' || !decoder || !encoder) return;
    flow(encoder, this.#output.pendingBytes <= coderMaxBytes);
    flow(decoder, encoder.writableLength + encoder.readableLength <= coderMaxBytes);
    this.#output.hasRoom();
  }

  /** Of a page whose coded content is empty, and whose head was sent before that was known. */
  #noContent(): string {
    this.#inserter.finish();
    this.#decided('empty');
    return this.#head.changedTrailers(this.#trailers);
  }

  #undecodable(): void {
    if (this.#state === 'looking') this.#passOn('coding');
    else if (this.#state === 'recoding') {
      this.destroy();
      this.#output.broken();
    }
  }

  /** Sends what the upstream has sent. */
  #passOn(outcome: PageOutcome | undefined): void {
    const originals = this.#originals;
    this.destroy();
    this.#state = 'passing';
    this.#decodedBytes = 0;
    if (outcome !== undefined) this.#decided(outcome);
    this.#output.begin(this.#head.fields, this.#head.framing);
    for (const piece of originals) this.#output.write(piece, 0, piece.length);
    this.#output.flush();
    if (this.#isComplete) this.#close(this.#trailers);
    else this.#output.hasRoom();
  }

  #beginChanged(contentLength = -1): void {
    const { framing } = this.#head;
    const fields = this.#head.changedFields();
    if (framing !== 'as_fields_say') this.#output.begin(fields, framing);
    else if (contentLength >= 0)
      this.#output.begin(`${fields}Content-Length: ${contentLength}\r\n`, 'as_fields_say');
    else this.#output.begin(fields, this.#output.takesChunks ? 'chunked' : 'close');
  }

  #decided(outcome: PageOutcome): void {
    if (this.#isDecided) return;
    this.#isDecided = true;
    this.#output.decided(outcome);
  }

  #close(trailers: string): void {
    if (this.#state === 'closed') return;
    this.destroy();
    this.#output.end(trailers);
  }
}

function flow(stream: Transform, flows: boolean): void {
  if (flows === !stream.isPaused()) return;
  if (flows) stream.resume();
  else stream.pause();
}
