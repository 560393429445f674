/**
 * Reads and drops a body while the answer to its request waits for its end. Source: RFC 9112 sections 9.3 and 11.2.
 * States: reading → done, refused, or too long to be worth it.
 */
import type { Answer } from './answer.ts';
import { type BodyDecoder, decoderFor, ignoreContent } from './body-decoder.ts';
import { discardMaxBytes } from './connection-context.ts';
import type { Exchange } from './exchange.ts';
import type { RequestHead } from './request-head.ts';

export class UnwantedBody {
  /** Sent once the body has ended. */
  readonly answer: Answer;
  readonly decoder: BodyDecoder;
  #bytes = 0;

  constructor(head: RequestHead, answer: Answer) {
    this.answer = answer;
    this.decoder = decoderFor(head, ignoreContent);
  }

  get isTooLong(): boolean {
    return this.#bytes > discardMaxBytes;
  }

  /** Returns where it stopped. */
  read(exchange: Exchange, chunk: Buffer, start: number): number {
    const next = this.decoder.feed(chunk, start);
    this.#bytes += next - start;
    exchange.bytesIn += next - start;
    return next;
  }
}
