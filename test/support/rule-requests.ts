/** Requests as rules see them, for tests. */
import type { RuleRequest } from '../../src/rules/rule-request.ts';

/** A person's GET of `/` from Germany, unless told otherwise. `target` is path and query. */
export function ruleRequest(
  target: string = '/',
  others: Partial<Omit<RuleRequest, 'path' | 'query'>> = {},
): RuleRequest {
  const mark = target.indexOf('?');
  return {
    method: 'GET',
    origin: 'https://a.example',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    country: 'DE',
    language: 'de',
    device: 'desktop',
    system: 'mac-os',
    browser: 'safari',
    botName: '',
    botClass: '',
    botVerified: 'none',
    clientAddress: '203.0.113.7',
    clientFingerprint: '',
    visitorShare: 50,
    nowMs: Date.UTC(2026, 10, 24, 12),
    ...others,
  };
}
