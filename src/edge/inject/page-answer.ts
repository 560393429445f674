/**
 * Judges an upstream's answer by its head: whether it is a page, and whether the script may be added to it.
 * Source: docs/reference/injection.md ("Fields of changed pages").
 */
import type { ResponseHead } from '../proxy/response-head.ts';
import { isUnreadable } from './charset.ts';
import { type ContentCoding, codingOf } from './content-coding.ts';
import { integrityPolicyForbids, policiesForbid } from './content-security-policy.ts';
import { fieldValues } from './page-fields.ts';
import type { ReasonInFields } from './page-outcome.ts';
import type { PageRequest } from './page-request.ts';

/** A page to look into, in this coding, or why not to. */
export type PageJudgement = { readonly coding: ContentCoding } | { readonly reason: ReasonInFields };

const htmlField = /^content-type:[ \t]*text\/html[ \t]*[;\r]/im;
const charsetParameter = /;[ \t]*charset[ \t]*=[ \t]*"?([^\s;"]+)/i;

/** Returns undefined for what isn't a page: another status, another type. */
export function judgeAnswer(request: PageRequest, head: ResponseHead): PageJudgement | undefined {
  if (head.status !== 200 || !htmlField.test(head.fields)) return undefined;
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
