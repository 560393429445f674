/**
 * A page that comes without a content coding.
 * Source: docs/reference/injection.md ("Where it goes").
 *
 * States: waiting (the response head is held until the first bytes have been searched) → begun. The upstream's first
 * burst of bytes is searched before anything is sent, so that most pages are sent with their length, and pages left alone
 * keep their fields unchanged; then it is sent, whether or not the place was found.
 */
import type { AnswerFraming } from '../http1/exchange.ts';
import type { PageHead } from './page-head.ts';
import type { Page, PageOutput } from './page-output.ts';
import { TagInserter } from './tag-inserter.ts';

type Piece = { readonly chunk: Buffer; readonly start: number; readonly end: number };

export class PlainPage implements Page {
  readonly #head: PageHead;
  readonly #output: PageOutput;
  readonly #inserter: TagInserter;
  #hasBegun = false;
  #isDecided = false;
  #isChanged = false;
  #held: Piece[] = [];

  constructor(head: PageHead, output: PageOutput) {
    this.#head = head;
    this.#output = output;
    this.#inserter = new TagInserter(
      head.judge,
      (chunk, start, end) => {
        if (this.#hasBegun) this.#output.copy(chunk, start, end);
        else this.#held.push({ chunk, start, end });
      },
      head.scripts.tag,
    );
  }

  get pendingBytes(): number {
    return this.#output.pendingBytes;
  }

  content(chunk: Buffer, start: number, end: number): void {
    if (this.#isDecided) {
      this.#output.copy(chunk, start, end);
      return;
    }
    const before = this.#held.length;
    this.#inserter.write(chunk, start, end);
    this.#decide();
    this.#held.push(...this.#held.splice(before).map(kept));
  }

  pause(): void {
    if (!this.#hasBegun) this.#begin();
    this.#output.flush();
  }

  end(trailers: string): void {
    this.#inserter.finish();
    this.#decide();
    this.#output.end(this.#isChanged ? this.#head.changedTrailers(trailers) : trailers);
  }

  writable(): void {}

  destroy(): void {}

  #decide(): void {
    const { outcome } = this.#inserter;
    if (outcome === undefined || this.#isDecided) return;
    this.#isDecided = true;
    this.#output.decided(outcome);
    if (!this.#hasBegun) this.#begin();
  }

  #begin(): void {
    this.#hasBegun = true;
    const { outcome } = this.#inserter;
    this.#isChanged = outcome === undefined || outcome === 'injected';
    if (!this.#isChanged) this.#output.begin(this.#head.fields, this.#head.framing);
    else this.#beginChanged(outcome === 'injected');
    for (const { chunk, start, end } of this.#held) this.#output.copy(chunk, start, end);
    this.#held = [];
  }

  /** The length is known only when it is certain that the tag is added. */
  #beginChanged(isCertain: boolean): void {
    const { contentLength, framing, scripts } = this.#head;
    const hasLength = framing === 'as_fields_say' && isCertain;
    const changed = this.#head.changedFields();
    const fields = hasLength
      ? `${changed}Content-Length: ${contentLength + scripts.tag.length}\r\n`
      : changed;
    const unknown: AnswerFraming = this.#output.takesChunks ? 'chunked' : 'close';
    this.#output.begin(fields, hasLength ? framing : framing === 'as_fields_say' ? unknown : framing);
  }
}

/** What outlives the call that lent its bytes. */
function kept({ chunk, start, end }: Piece): Piece {
  return { chunk: Buffer.from(chunk.subarray(start, end)), start: 0, end: end - start };
}
