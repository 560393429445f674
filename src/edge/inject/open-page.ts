/**
 * Opens an upstream's answer for a domain with injection.
 * Source: docs/reference/injection.md ("Which pages"); RFC 9110 sections 9.3.2 and 15.4.5.
 */
import type { AnswerFraming } from '../http1/exchange.ts';
import type { AnswerChange } from '../proxy/answer-change.ts';
import type { ResponseHead } from '../proxy/response-head.ts';
import { CodedPage } from './coded-page.ts';
import { markedAmong, markedTag } from './entity-tag.ts';
import { judgeOf } from './head-elements.ts';
import { judgeAnswer } from './page-answer.ts';
import { changedFields } from './page-fields.ts';
import { PageHead } from './page-head.ts';
import type { Page, PageOutput } from './page-output.ts';
import type { PageRequest } from './page-request.ts';
import { PlainPage } from './plain-page.ts';

/** Of a domain with injection. */
export class ScriptChange implements AnswerChange {
  readonly #request: PageRequest;

  constructor(request: PageRequest) {
    this.#request = request;
  }

  fieldsToPass(fields: string): string {
    return this.#request.fieldsToPass(fields);
  }

  /** Answers the page that the content goes through, if it is one the script may be added to; most answers are none. */
  open(
    head: ResponseHead,
    framing: AnswerFraming,
    outputOf: (head: ResponseHead) => PageOutput,
  ): Page | undefined {
    const request = this.#request;
    if (request.method === 'HEAD') return undefined;
    const judgement = judgeAnswer(request, head);
    if (!judgement) return undefined;
    const output = outputOf(head);
    if ('reason' in judgement) {
      output.decided(judgement.reason);
      return undefined;
    }
    const { coding } = judgement;
    const pageHead = new PageHead(head, framing, coding !== 'identity', judgeOf(request.origin));
    return coding === 'identity' ? new PlainPage(pageHead, output) : new CodedPage(pageHead, coding, output);
  }

  /** The fields of an answer without content, or of one that is passed on as it came. */
  fieldsOf(head: ResponseHead): string {
    const request = this.#request;
    if (head.status === 304 && request.hasMarkedValidators) {
      // It is about the copy that the client has, which has our name.
      return changedFields(head.fields, (tag) => markedAmong(request.noneMatch, tag) ?? tag);
    }
    if (request.method !== 'HEAD') return head.fields;
    const judgement = judgeAnswer(request, head);
    if (!judgement || 'reason' in judgement) return head.fields;
    // As of the page, so far as it can be known without it: its length cannot.
    return changedFields(head.fields, (tag) => markedTag(tag, judgement.coding !== 'identity'));
  }
}
