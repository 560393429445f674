/** A request for which a rule's own conditions hold, to try the rule with. */

import type { Sampled } from './conditions/condition.ts';
import { partsOf, type RuleConditions } from './conditions/conditions.ts';
import { justLess } from './conditions/share.ts';
import { type PathPattern, pathEnd } from './path-pattern.ts';
import type { RuleRequest } from './rule-request.ts';

/** What stands for a placeholder: hardly a segment of any rule. */
const someSegment = 'zz-sample-zz';
/** Of documentation (RFC 5737): in no range that a rule names by accident. */
const someAddress = '192.0.2.250';

/** `pattern` is that of the conditions' path. Without an origin, no redirect leads to the request's own URL. */
export function sampleRequest(
  wanted: RuleConditions,
  nowMs: number,
  pattern: PathPattern | undefined,
  origin: string = '',
): RuleRequest {
  const request: Sampled = {
    method: 'GET',
    origin,
    path: samplePath(pattern),
    query: '',
    country: '',
    language: '',
    device: '',
    system: '',
    browser: '',
    botName: '',
    botClass: '',
    botVerified: 'none',
    clientAddress: someAddress,
    clientFingerprint: '',
    visitorShare: 100 - justLess,
    nowMs,
  };
  for (const [kind, value] of partsOf(wanted)) kind.sample?.(value, request);
  return request;
}

function samplePath(pattern: PathPattern | undefined): string {
  if (pattern === undefined) return `/${someSegment}`;
  const { literal, segments, end } = pattern;
  const rest = segments.map((segment) => ('literal' in segment ? segment.literal : `/${someSegment}`));
  const start = literal + rest.join('');
  if (end === pathEnd.segments) return `${start}/${someSegment}`;
  return end === pathEnd.anything ? start + someSegment : start || '/';
}
