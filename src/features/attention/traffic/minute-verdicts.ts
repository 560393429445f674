/** What the requests of the last minutes, and health checks, say of upstreams and redirects. Source: docs/reference/finding-kinds.md. */
import type { RecentRequests, Timed, UsualTimes } from '../../../analytics/expectation/recent-requests.ts';
import type { Observation } from '../../../core/finding.ts';
import type { TrafficSubject } from '../../expectation/subject-store.ts';
import type { CheckedUpstream } from './check-store.ts';
import { subjectOf } from './hour-verdicts.ts';

export type SubjectRequests = { readonly subject: TrafficSubject; readonly recent: RecentRequests };
type Seen = Observation['seen'];

const leastTried = 20;
const leastLoops = 10;
const leastTimed = 50;
const leastUsualHours = 2;
const slowSeconds = 0.5;
const slowFactor = 3;

const good: Seen = { state: 'good' };
const none: Seen = { state: 'none' };

/** Whether it can be slow, so that its reference hours are asked for. */
export function maybeSlow({ recent }: SubjectRequests): boolean {
  return isLong(recent.timed);
}

/** `usual`: of the domains that may be slow; `checked`: of the upstreams that health checks say something of. */
export function minuteVerdicts(
  subjects: readonly SubjectRequests[],
  usual: ReadonlyMap<string, UsualTimes>,
  checked: readonly CheckedUpstream[],
): Observation[] {
  const observations: Observation[] = downs(subjects, checked);
  for (const each of subjects) {
    const { recent } = each;
    const named = subjectOf(each);
    observations.push(
      { ...named, kind: 'upstream_errors', seen: errorsIn(recent) },
      { ...named, kind: 'upstream_slow', seen: slowness(recent, usual.get(recent.domain)) },
      { ...named, kind: 'loop', seen: loopsIn(recent) },
    );
  }
  return observations.filter(({ seen }) => seen.state !== 'none');
}

function errorsIn({ tried, failed }: RecentRequests): Seen {
  if (failed * 10 <= tried) return tried === 0 ? none : good;
  if (tried < leastTried) return none;
  return { state: 'bad', causeCode: 'answers_failed', evidence: { requests: tried, failed } };
}

/** A few answers 508 are neither: a loop goes on while few look. */
function loopsIn({ requests, loops }: RecentRequests): Seen {
  if (loops >= leastLoops) return { state: 'bad', causeCode: 'answers_508', evidence: { answers: loops } };
  return loops > 0 || requests === 0 ? none : good;
}

function isLong({ requests, p95 }: Timed): boolean {
  return requests >= leastTimed && p95 >= slowSeconds;
}

function slowness({ timed, timedBefore }: RecentRequests, usual: UsualTimes | undefined): Seen {
  if (timed.requests < leastTimed) return none;
  if (timed.p95 < slowSeconds) return good;
  const hours = usual?.hours.filter((requests) => requests >= leastTimed) ?? [];
  if (!usual || hours.length < leastUsualHours) return none;
  const isSlow = (each: Timed) => isLong(each) && each.p95 > slowFactor * usual.p95;
  if (!isSlow(timed)) return good;
  if (!isSlow(timedBefore)) return none;
  const evidence = { requests: timed.requests, p95_seconds: timed.p95, usual_p95_seconds: usual.p95 };
  return { state: 'bad', causeCode: 'answers_late', evidence };
}

type Upstream = {
  readonly accountUuid: string;
  readonly host: string | null;
  tried: number;
  notConnected: number;
  /** Undefined: no health check says anything. */
  checked?: CheckedUpstream;
};

/** Of upstreams: by their health checks, and by the requests of all custom domains that they have. */
export function downs(
  subjects: readonly SubjectRequests[],
  checked: readonly CheckedUpstream[],
): Observation[] {
  const upstreams = new Map<string, Upstream>();
  for (const { subject, recent } of subjects) {
    const { upstreamUuid, upstreamHost: host, accountUuid } = subject;
    if (upstreamUuid === null) continue;
    const sum = upstreams.get(upstreamUuid) ?? { accountUuid, host, tried: 0, notConnected: 0 };
    sum.tried += recent.triedOwn;
    sum.notConnected += recent.notConnected;
    upstreams.set(upstreamUuid, sum);
  }
  for (const each of checked) {
    const { accountUuid, host } = each;
    const known = upstreams.get(each.uuid) ?? { accountUuid, host, tried: 0, notConnected: 0 };
    upstreams.set(each.uuid, { ...known, checked: each });
  }
  return [...upstreams.entries()].map(([uuid, upstream]) => ({
    accountUuid: upstream.accountUuid,
    kind: 'upstream_down',
    subject: { type: 'upstream', uuid, host: upstream.host },
    seen: downIn(upstream),
  }));
}

/** Bad when either says so; good when one says so and the other doesn't say bad. */
function downIn({ tried, notConnected, checked }: Upstream): Seen {
  if (checked?.down) {
    const { targets, failure } = checked.down;
    return { state: 'bad', causeCode: 'checks_failed', evidence: { targets, failure } };
  }
  if (tried >= leastTried && notConnected >= tried)
    return { state: 'bad', causeCode: 'no_connection', evidence: { requests: tried } };
  return checked || notConnected < tried ? good : none;
}
