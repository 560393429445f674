/**
 * The life of a finding. Source: docs/reference/findings.md ("Life").
 *
 * States: none → open → resolved. A bad check opens it, and says again that it is there. Two good checks, one after the other,
 * resolve it; a bad one between them starts again. A check without evidence changes nothing. Mutes are beside it: they keep a
 * finding from being told, not from being resolved.
 */
import type { Observation, Severity } from '../../core/finding.ts';
import { minuteMs } from '../../core/time.ts';

/** What of an open finding decides what becomes of it. */
export type OpenFinding = {
  readonly causeCode: string;
  readonly severity: Severity;
  /** Good checks since the last bad one. */
  readonly goodChecks: number;
  readonly lastSeenAt: number;
};

export type Step =
  | { readonly to: 'nothing' }
  | { readonly to: 'opened' }
  | { readonly to: 'resolved' }
  | { readonly to: 'changed'; readonly finding: OpenFinding };

/** One after the other. */
export const goodChecksToResolve = 2;
/** `last_seen_at` is written no more often. */
const seenAgainMs = 10 * minuteMs;

const nothing: Step = { to: 'nothing' };

/** What a check means for the open finding of its subject and kind, or for there being none. */
export function stepOf(
  open: OpenFinding | undefined,
  seen: Observation['seen'],
  severity: Severity,
  now: number,
): Step {
  if (seen.state === 'none') return nothing;
  if (!open) return seen.state === 'bad' && seen.opens !== false ? { to: 'opened' } : nothing;
  if (seen.state === 'good') {
    const goodChecks = open.goodChecks + 1;
    if (goodChecks >= goodChecksToResolve) return { to: 'resolved' };
    return { to: 'changed', finding: { ...open, goodChecks } };
  }
  const isSeenLong = Math.abs(now - open.lastSeenAt) >= seenAgainMs;
  const isSame = open.causeCode === seen.causeCode && open.severity === severity && open.goodChecks === 0;
  if (isSame && !isSeenLong) return nothing;
  const { causeCode } = seen;
  const lastSeenAt = isSeenLong ? now : open.lastSeenAt;
  return { to: 'changed', finding: { causeCode, severity, goodChecks: 0, lastSeenAt } };
}
