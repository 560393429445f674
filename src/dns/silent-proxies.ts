/** Hosts that are reached through a proxy, whose records are a customer's CDN's. Source: docs/reference/diagnosis.md ("Reachable"). */
import type { CheckOutcome } from './check.ts';

/**
 * What a check says: nothing where a proxy was all that led here, and is silent. It may be busy, and no record tells whether it still
 * does.
 */
export async function withPatience(
  outcome: CheckOutcome,
  isProxied: () => Promise<boolean>,
): Promise<CheckOutcome> {
  const { verdict, reach } = outcome;
  const isSilent = reach.some(({ reachable }) => reachable === null);
  const isUnreached = reach.some(({ reachable }) => reachable === 'no');
  if (verdict !== 'not_found' || !isSilent || isUnreached || !(await isProxied())) return outcome;
  return { ...outcome, verdict: 'undecided' };
}
