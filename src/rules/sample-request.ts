/** A request for which a rule's own conditions hold, to try the rule with. */
import { parseInstant } from '../core/instant.ts';
import { type PathPattern, pathEnd } from './path-pattern.ts';
import { placeholderName } from './placeholder.ts';
import type { RuleConditions } from './rule.ts';
import { botClasses, type RuleRequest } from './rule-request.ts';

/** What stands for a placeholder: hardly a segment of any rule. */
const someSegment = 'zz-sample-zz';
/** Of documentation (RFC 5737): in no range that a rule names by accident. */
const someAddress = '192.0.2.250';
const justLess = 1e-9;

/** `pattern` is that of the conditions' path. Without an origin, no redirect leads to the request's own URL. */
export function sampleRequest(
  conditions: RuleConditions,
  nowMs: number,
  pattern: PathPattern | undefined,
  origin: string = '',
): RuleRequest {
  const { methods, countries, languages, devices, bots, addresses, starts_at, ends_at, share } = conditions;
  const [bot = bots === 'any' ? 'Sample' : ''] = typeof bots === 'object' ? bots : [];
  const botClass = botClasses.find((name) => name === bot);
  return {
    method: methods?.[0] ?? 'GET',
    origin,
    path: samplePath(pattern),
    query: sampleQuery(conditions.query),
    country: countries?.[0] ?? '',
    language: languages?.[0]?.toLowerCase() ?? '',
    device: devices?.[0] ?? '',
    botName: bot,
    botClass: bot === '' ? '' : (botClass ?? 'other'),
    clientAddress: addresses?.[0]?.split('/')[0] ?? someAddress,
    visitorShare: Math.max(0, Math.min(share ?? 100, 100) - justLess),
    nowMs: sampleTime(starts_at, ends_at, nowMs),
  };
}

function samplePath(pattern: PathPattern | undefined): string {
  if (pattern === undefined) return `/${someSegment}`;
  const { literal, segments, end } = pattern;
  const rest = segments.map((segment) => ('literal' in segment ? segment.literal : `/${someSegment}`));
  const start = literal + rest.join('');
  if (end === pathEnd.segments) return `${start}/${someSegment}`;
  return end === pathEnd.anything ? start + someSegment : start || '/';
}

function sampleQuery(query: RuleConditions['query']): string {
  if (query === undefined) return '';
  const parameters = Object.entries(query).map(([name, value]) =>
    value === true || placeholderName(value) !== undefined ? `${name}=${someSegment}` : `${name}=${value}`,
  );
  return parameters.join('&');
}

/** Now, if the rule holds now; otherwise when it begins or just before it ends. */
function sampleTime(startsAt: string | undefined, endsAt: string | undefined, nowMs: number): number {
  const startMs = startsAt === undefined ? undefined : parseInstant(startsAt);
  const endMs = endsAt === undefined ? undefined : parseInstant(endsAt);
  const beforeEnd = endMs === undefined ? nowMs : Math.min(nowMs, endMs - 1);
  return startMs === undefined ? beforeEnd : Math.max(beforeEnd, startMs);
}
