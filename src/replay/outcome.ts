/**
 * What answers a request: as recorded, and as rules would have it. Source: docs/reference/replay.md ("What is compared",
 * "Samples").
 */
import type { Rehearsed } from '../rules/actions/action.ts';
import { answeredBy, type RecordedAnswer } from '../rules/recorded-answer.ts';

/** `rule` is the place of the rule that decides, -1 for none. */
export type Outcome =
  /** `target` is the Location without its query. */
  | { readonly kind: 'redirect'; readonly rule: number; readonly status: number; readonly target: string }
  | { readonly kind: 'acted'; readonly rule: number; readonly rehearsed: Exclude<Rehearsed, string> }
  | {
      readonly kind: 'circle' | 'too_long' | 'too_expensive' | 'unmatched' | 'host' | 'as_recorded';
      readonly rule: number;
    };

/** Whether an outcome is what was recorded. */
export function isAsRecorded(outcome: Outcome, recorded: RecordedAnswer): boolean {
  const { by, status, target, failure } = recorded;
  switch (outcome.kind) {
    case 'redirect':
      return status === outcome.status && target === outcome.target;
    case 'acted':
      return outcome.rehearsed.isRecorded(recorded);
    case 'circle':
      return failure === 'redirect_loop';
    case 'too_long':
      return failure === 'location_too_long';
    case 'too_expensive':
      return failure === 'rules_too_expensive';
    case 'unmatched':
      return by === answeredBy.nothing;
    case 'host':
      return by === answeredBy.host;
    case 'as_recorded':
      break;
  }
  return true;
}

const failureWords: Readonly<Record<string, string>> = {
  blocked: 'blocked 403',
  redirect_loop: 'circle 508',
  location_too_long: 'Location too long 414',
  rules_too_expensive: 'rules too expensive 503',
  unmatched: 'unmatched 404',
};

/** For people: `301 https://www.example.com/new`, `proxied`, `blocked 403`. */
export function describeRecorded({ by, status, rule, target, failure }: RecordedAnswer): string {
  if (target !== '') return `${status} ${target}`;
  const words = by === answeredBy.nothing ? failureWords['unmatched'] : failureWords[failure];
  if (words !== undefined) return words;
  if (by === answeredBy.ruleUpstream) return `proxied by rule ${rule}`;
  if (by === answeredBy.rule) return `${status} by rule ${rule}`;
  return by === answeredBy.host ? 'proxied' : String(status);
}

/** The same for what would be answered. */
export function describeOutcome(outcome: Outcome, recorded: RecordedAnswer): string {
  switch (outcome.kind) {
    case 'redirect':
      return `${outcome.status} ${outcome.target}`;
    case 'acted':
      return outcome.rehearsed.words;
    case 'circle':
      return 'circle 508';
    case 'too_long':
      return 'Location too long 414';
    case 'too_expensive':
      return 'rules too expensive 503';
    case 'unmatched':
      return 'unmatched 404';
    case 'host':
      return 'proxied';
    case 'as_recorded':
      break;
  }
  return describeRecorded(recorded);
}
