/**
 * Opens an upstream's answer for a domain with injection.
 * Source: docs/reference/injection.md ("Which pages"); RFC 9110 sections 9.3.2 and 15.4.5.
 */
import type { AnswerFraming } from '../http1/exchange.ts';
import type { AnswerChange } from '../proxy/answer-change.ts';
import type { ResponseHead } from '../proxy/response-head.ts';
import { isUnreadable } from './charset.ts';
import { CodedPage } from './coded-page.ts';
import { type ContentCoding, codingOf } from './content-coding.ts';
import { integrityPolicyForbids, policiesForbid } from './content-security-policy.ts';
import { markedAmong, markedTag } from './entity-tag.ts';
import { judgeOf } from './head-elements.ts';
import { changedFields, fieldValues, isHtml } from './page-fields.ts';
import { PageHead } from './page-head.ts';
import type { ReasonInFields } from './page-outcome.ts';
import type { Page, PageOutput } from './page-output.ts';
import type { PageRequest } from './page-request.ts';
import { PlainPage } from './plain-page.ts';

/**
 * Judges an upstream's answer by its head: whether it is a page, and whether the script may be added to it.
 * Source: docs/reference/injection.md ("Fields of changed pages").
 */

/** A page to look into, in this coding, or why not to. */
type PageJudgement = { readonly coding: ContentCoding } | { readonly reason: ReasonInFields };

const charsetParameter = /;[ \t]*charset[ \t]*=[ \t]*"?([^\s;"]+)/i;

/** Returns undefined for what isn't a page: another status, another type. */
function judgeAnswer(request: PageRequest, head: ResponseHead): PageJudgement | undefined {
  if (head.status !== 200 || !isHtml(head.fields)) return undefined;
  const values = fieldValues(head.fields);
  const type = values.get('content-type') ?? '';
  // Which of two types a browser believes depends on the browser.
  if (type.includes(',')) return undefined;
  const coding = codingOf(values.get('content-encoding') ?? '');
  const reason = reasonAgainst(request, head, type, values);
  if (reason !== undefined) return { reason };
  return coding === undefined ? { reason: 'coding' } : { coding };
}

function reasonAgainst(
  request: PageRequest,
  head: ResponseHead,
  type: string,
  values: ReadonlyMap<string, string>,
): ReasonInFields | undefined {
  if (!request.isPageMethod) return 'method';
  if (!request.isForPage) return 'fragment';
  const disposition = values.get('content-disposition');
  if (disposition !== undefined && !/^inline\b/i.test(disposition)) return 'download';
  if (request.forbidsTransform || /\bno-transform\b/i.test(values.get('cache-control') ?? ''))
    return 'no_transform';
  if (isUnreadable(charsetParameter.exec(type)?.[1] ?? '')) return 'charset';
  const policies = values.get('content-security-policy');
  if (policies !== undefined && policiesForbid(policies, request.origin)) return 'csp';
  if (integrityPolicyForbids(values.get('integrity-policy') ?? '')) return 'integrity_policy';
  return head.contentLength === 0 && request.method !== 'HEAD' ? 'empty' : undefined;
}

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
    const pageHead = new PageHead(
      head,
      framing,
      coding !== 'identity',
      judgeOf(request.origin),
      request.scripts,
    );
    return coding === 'identity' ? new PlainPage(pageHead, output) : new CodedPage(pageHead, coding, output);
  }

  /** The fields of an answer without content, or of one that is passed on as it came. */
  fieldsOf(head: ResponseHead): string {
    const request = this.#request;
    if (head.status === 304 && request.hasMarkedValidators) {
      // It is about the copy that the client has, which has our name.
      return changedFields(
        head.fields,
        (tag) => markedAmong(request.noneMatch, tag, request.scripts.mark) ?? tag,
      );
    }
    if (request.method !== 'HEAD') return head.fields;
    const judgement = judgeAnswer(request, head);
    if (!judgement || 'reason' in judgement) return head.fields;
    // As of the page, so far as it can be known without it: its length cannot.
    return changedFields(head.fields, (tag) =>
      markedTag(tag, judgement.coding !== 'identity', request.scripts.mark),
    );
  }
}
