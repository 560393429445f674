/** What handshakes of the last minutes say of hosts. Source: docs/reference/traffic-findings.md ("Handshakes"). */
import type { RecentHandshakes } from '../../../analytics/expectation/recent-handshakes.ts';
import type { Observation } from '../../../core/finding.ts';
import type { TrafficSubject } from '../../expectation/subject-store.ts';
import { subjectOf } from './hour-verdicts.ts';

type Seen = Observation['seen'];

const leastFailed = 20;
const leastNetworks = 5;

/** Of each subject one: of its hosts the worst decides, and it is well when none of them is not. */
export function handshakeVerdicts(
  recent: readonly RecentHandshakes[],
  subjects: ReadonlyMap<string, TrafficSubject>,
): Observation[] {
  const seen = new Map<string, Seen>();
  for (const each of recent.toSorted((one, other) => failedOf(other) - failedOf(one))) {
    const [before, now] = [seen.get(each.domain), seenIn(each)];
    if (!before || rank[now.state] < rank[before.state]) seen.set(each.domain, now);
  }
  return [...seen].flatMap(([uuid, state]) => {
    const subject = subjects.get(uuid);
    if (!subject || state.state === 'none') return [];
    return [{ ...subjectOf({ subject }), kind: 'handshakes_fail' as const, seen: state }];
  });
}

const rank: Readonly<Record<Seen['state'], number>> = { bad: 0, none: 1, good: 2 };

/** Fewer failures, or from fewer networks, are neither while they are most. */
function seenIn(handshakes: RecentHandshakes): Seen {
  const { host, good, failed, networks } = handshakes;
  const count = failedOf(handshakes);
  if (count <= good) return { state: 'good' };
  if (count < leastFailed || networks < leastNetworks) return { state: 'none' };
  const byFrequency = [...failed].filter(([, times]) => times > 0).toSorted(([, a], [, b]) => b - a);
  const evidence = {
    host,
    handshakes: count + good,
    failed: count,
    networks,
    reasons: Object.fromEntries(byFrequency),
  };
  return { state: 'bad', causeCode: byFrequency[0]?.[0] ?? '', evidence };
}

function failedOf({ failed }: RecentHandshakes): number {
  return [...failed.values()].reduce((sum, count) => sum + count, 0);
}
