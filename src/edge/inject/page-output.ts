/** The interface between the proxy and a page passing through it. */
import type { AnswerFraming } from '../http1/exchange.ts';
import type { PageOutcome } from './page-outcome.ts';

/** Where a page goes. */
export interface PageOutput {
  /** Whether the client understands chunks. */
  readonly takesChunks: boolean;
  begin(fields: string, framing: AnswerFraming): void;
  /** Takes bytes that are no longer written to. */
  write(chunk: Buffer, start: number, end: number): void;
  /** Takes a copy of bytes. */
  copy(chunk: Buffer, start: number, end: number): void;
  flush(): void;
  end(trailers: string): void;
  /** Written and not yet taken by the client's side. */
  readonly pendingBytes: number;
  /** What the page holds itself has become less. */
  hasRoom(): void;
  /** Called once, when it is known. */
  decided(outcome: PageOutcome): void;
  /** The page cannot be completed, after it has begun. */
  broken(): void;
}

/** What a page receives of the upstream's answer. */
export interface Page {
  /** The bytes are lent for the call. */
  content(chunk: Buffer, start: number, end: number): void;
  /** Whatever was read is handed over: a good moment to write it on. */
  pause(): void;
  end(trailers: string): void;
  /** What is on its way and not yet taken by the client's side. */
  readonly pendingBytes: number;
  /** The client's side has taken something. */
  writable(): void;
  destroy(): void;
}
