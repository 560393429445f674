/** What may change an upstream's answer on its way: the proxy's side of pages that get the script, and of robots.txt. */
import type { AnswerFraming } from '../http1/exchange.ts';
import type { Page, PageOutput } from '../inject/page-output.ts';
import type { ResponseHead } from './response-head.ts';

export interface AnswerChange {
  /** The request's field lines as the upstream should have them, from those that would be passed on. */
  fieldsToPass(fields: string): string;
  /**
   * Answers what the content goes through, if this answer is one to change. `framing` is that of the upstream's content, in the
   * client's terms; the head given to `outputOf` is the one that the client gets.
   */
  open(
    head: ResponseHead,
    framing: AnswerFraming,
    outputOf: (head: ResponseHead) => PageOutput,
  ): Page | undefined;
  /** The fields of an answer whose content goes through nothing. */
  fieldsOf(head: ResponseHead): string;
}
