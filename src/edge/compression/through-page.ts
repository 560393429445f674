/** Pages whose output is compressed. */
import type { AnswerFraming } from '../http1/exchange.ts';
import type { Page } from '../inject/page-output.ts';
import type { CompressingOutput } from './compressing-output.ts';

/** Tells the compressor what its page is told. */
export class ThroughPage implements Page {
  readonly #page: Page;
  readonly #output: CompressingOutput;

  constructor(page: Page, output: CompressingOutput) {
    this.#page = page;
    this.#output = output;
  }

  get pendingBytes(): number {
    return this.#page.pendingBytes;
  }

  content(chunk: Buffer, start: number, end: number): void {
    this.#page.content(chunk, start, end);
  }

  pause(): void {
    this.#page.pause();
  }

  end(trailers: string): void {
    this.#page.end(trailers);
  }

  writable(): void {
    this.#output.writable();
    this.#page.writable();
  }

  destroy(): void {
    this.#page.destroy();
    this.#output.destroy();
  }
}

/** The upstream's content as it comes. */
export class UnchangedPage implements Page {
  readonly #output: CompressingOutput;

  constructor(output: CompressingOutput, fields: string, framing: AnswerFraming) {
    this.#output = output;
    output.begin(fields, framing);
  }

  get pendingBytes(): number {
    return this.#output.pendingBytes;
  }

  content(chunk: Buffer, start: number, end: number): void {
    this.#output.copy(chunk, start, end);
  }

  pause(): void {
    this.#output.flush();
  }

  end(trailers: string): void {
    this.#output.end(trailers);
  }

  writable(): void {}

  destroy(): void {}
}
