/**
 * Puts a page in place of an upstream's 404, for those who want to read a page.
 * Source: docs/reference/error-pages.md ("Which answers get a page").
 */
import type { AnswerFraming } from '../http1/exchange.ts';
import type { Page, PageOutput } from '../inject/page-output.ts';
import type { AnswerChange } from '../proxy/answer-change.ts';
import { ResponseHead } from '../proxy/response-head.ts';
import { type NotFoundPage, pageType } from './error-pages.ts';

const withoutPage = 'There is nothing at this address.\n';

export class NotFoundChange implements AnswerChange {
  readonly #page: NotFoundPage;
  readonly #otherwise: AnswerChange | null;

  /** `otherwise` changes what isn't a 404. */
  constructor(page: NotFoundPage, otherwise: AnswerChange | null) {
    this.#page = page;
    this.#otherwise = otherwise;
  }

  fieldsToPass(fields: string): string {
    return this.#otherwise ? this.#otherwise.fieldsToPass(fields) : fields;
  }

  fieldsOf(head: ResponseHead): string {
    return this.#otherwise ? this.#otherwise.fieldsOf(head) : head.fields;
  }

  open(
    head: ResponseHead,
    framing: AnswerFraming,
    outputOf: (head: ResponseHead) => PageOutput,
  ): Page | undefined {
    if (head.status !== 404) return this.#otherwise?.open(head, framing, outputOf);
    const own = new ResponseHead();
    own.status = 404;
    own.reason = 'Not Found';
    return new PageInstead(outputOf(own), framing, this.#page);
  }
}

/** Drops the upstream's content. Begins at once, or when the page has been read. */
class PageInstead implements Page {
  readonly #output: PageOutput;
  readonly #framing: AnswerFraming;
  #hasBegun = false;
  #hasEnded = false;
  #isDestroyed = false;

  constructor(output: PageOutput, framing: AnswerFraming, page: NotFoundPage) {
    this.#output = output;
    this.#framing = framing;
    const known = page.peek();
    if (known !== undefined) this.#begin(known);
    else void page.read().then((read) => this.#begin(read));
  }

  get pendingBytes(): number {
    return this.#output.pendingBytes;
  }

  content(): void {}

  pause(): void {
    this.#output.flush();
  }

  /** Trailers are about the upstream's content. */
  end(): void {
    this.#hasEnded = true;
    if (this.#hasBegun) this.#output.end('');
  }

  writable(): void {}

  destroy(): void {
    this.#isDestroyed = true;
  }

  #begin(page: string | undefined): void {
    if (this.#isDestroyed) return;
    const type = page === undefined ? 'Content-Type: text/plain; charset=utf-8\r\n' : pageType;
    const content = Buffer.from(page ?? withoutPage, 'latin1');
    const isHead = this.#framing === 'no_content';
    this.#hasBegun = true;
    this.#output.begin(
      `${type}Cache-Control: no-store\r\nContent-Length: ${content.length}\r\n`,
      isHead ? 'no_content' : 'as_fields_say',
    );
    if (!isHead) this.#output.write(content, 0, content.length);
    this.#output.flush();
    if (this.#hasEnded) this.#output.end('');
  }
}
