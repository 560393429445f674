/**
 * What an hour's traffic says of subjects: drops, spikes and pages not found. Source: docs/reference/finding-kinds.md. It looks at the
 * hour and the one before it, and at nothing that an evaluation before remembered, but for the findings of the installation that are open.
 */
import { type Expectation, leastExpected } from '../../../analytics/expectation/expectation.ts';
import { formatTimestamp } from '../../../core/clock.ts';
import type { Observation } from '../../../core/finding.ts';
import type { TrafficSubject } from '../../expectation/subject-store.ts';

/** An hour of a subject, and the hour before it. */
export type SubjectHours = {
  readonly subject: TrafficSubject;
  readonly now: Expectation;
  readonly before: Expectation;
  /** 404s of people in the hour, and how many were expected. */
  readonly notFound: number;
  readonly notFoundExpected: number | null;
};

export type HourVerdicts = {
  readonly observations: Observation[];
  /** Whose own drops the finding of the installation replaces. */
  readonly replaced: string[];
};

/** Of which more than a third are low. */
const leastSubjects = 10;
const subjectsOfAccount = 3;
/** In evidence: hosts of the account itself. */
const mostHosts = 100;
const surgeAbove = 100;
const surgeFactor = 5;

type Place = 'now' | 'before';

/** `open`: the accounts that have an open drop of the installation. */
export function hourVerdicts(hours: readonly SubjectHours[], open: ReadonlySet<string>): HourVerdicts {
  const isCommon = { now: isInstallationLow(hours, 'now'), before: isInstallationLow(hours, 'before') };
  const observations: Observation[] = [];
  const replaced: string[] = [];
  for (const [accountUuid, own] of byAccount(hours)) {
    const isBad = (place: Place) => isCommon[place] && own.some((each) => each[place].state === 'low');
    const isGood = (place: Place) => !isBad(place) && own.some((each) => canDrop(each[place]));
    const isOver = isGood('now') && isGood('before');
    const opens = isBad('now') && (open.has(accountUuid) || own.some((each) => isDrop(each)));
    if (opens) {
      replaced.push(accountUuid);
      observations.push(installationDrop(accountUuid, own));
    } else if (open.has(accountUuid) && isOver) observations.push(...settled(installationOf(accountUuid)));
    const isReplaced = opens || (open.has(accountUuid) && !isOver);
    for (const each of own)
      observations.push(...(isReplaced ? [] : drops(each)), ...spikes(each), ...surges(each));
  }
  return { observations, replaced };
}

function canDrop({ expected }: Expectation): boolean {
  return expected !== null && expected >= leastExpected;
}

function isDrop({ now, before }: SubjectHours): boolean {
  return now.state === 'low' && before.state === 'low';
}

function drops(each: SubjectHours): Observation[] {
  const named = { ...subjectOf(each), kind: 'traffic_drop' as const };
  if (isDrop(each))
    return [{ ...named, seen: { state: 'bad', causeCode: 'requests_missing', evidence: evidenceOf(each) } }];
  const isOver = [each.now, each.before].every((hour) => hour.state === 'usual' && canDrop(hour));
  return isOver ? settled(named) : [];
}

function spikes(each: SubjectHours): Observation[] {
  const named = { ...subjectOf(each), kind: 'traffic_spike' as const };
  if (each.now.state === 'high')
    return [{ ...named, seen: { state: 'bad', causeCode: 'requests_many', evidence: evidenceOf(each) } }];
  return each.now.state === 'usual' && each.before.state === 'usual' ? settled(named) : [];
}

function surges(each: SubjectHours): Observation[] {
  const { now, notFound, notFoundExpected } = each;
  const named = { ...subjectOf(each), kind: 'not_found_surge' as const };
  if (notFoundExpected === null || now.requests === 0) return [];
  if (notFound < surgeAbove || notFound <= surgeFactor * notFoundExpected)
    return [{ ...named, seen: { state: 'good' } }];
  const evidence = {
    hour: formatTimestamp(now.hour),
    not_found: notFound,
    expected: notFoundExpected,
    requests: now.requests,
  };
  return [{ ...named, seen: { state: 'bad', causeCode: 'pages_missing', evidence } }];
}

/** The two hours that it takes are seen at once. */
function settled(named: Omit<Observation, 'seen'>): Observation[] {
  const good: Observation = { ...named, seen: { state: 'good' } };
  return [good, good];
}

function installationOf(accountUuid: string): Omit<Observation, 'seen'> {
  return { accountUuid, kind: 'traffic_drop', subject: { type: 'installation', uuid: null, host: null } };
}

function installationDrop(accountUuid: string, own: readonly SubjectHours[]): Observation {
  const low = own.filter(({ now }) => now.state === 'low');
  const sum = (of: (hour: Expectation) => number) => low.reduce((total, { now }) => total + of(now), 0);
  const evidence = {
    hour: formatTimestamp(low[0]?.now.hour ?? 0),
    requests: sum(({ requests }) => requests),
    expected: sum(({ expected }) => expected ?? 0),
    hosts: low
      .map(({ subject }) => subject.host)
      .toSorted()
      .slice(0, mostHosts),
  };
  return {
    ...installationOf(accountUuid),
    seen: { state: 'bad', causeCode: 'requests_missing_everywhere', evidence },
  };
}

/** Each account counts with those of its subjects from which most is expected, so that none decides alone. */
function isInstallationLow(hours: readonly SubjectHours[], place: Place): boolean {
  let count = 0;
  let low = 0;
  for (const own of byAccount(hours).values()) {
    const counted = own
      .filter((each) => canDrop(each[place]))
      .toSorted(
        (one, other) =>
          (other[place].expected ?? 0) - (one[place].expected ?? 0) ||
          (one.subject.uuid < other.subject.uuid ? -1 : 1),
      )
      .slice(0, subjectsOfAccount);
    count += counted.length;
    low += counted.filter((each) => each[place].state === 'low').length;
  }
  return count >= leastSubjects && 3 * low > count;
}

function byAccount(hours: readonly SubjectHours[]): Map<string, SubjectHours[]> {
  const accounts = new Map<string, SubjectHours[]>();
  for (const each of hours) {
    const own = accounts.get(each.subject.accountUuid);
    if (own) own.push(each);
    else accounts.set(each.subject.accountUuid, [each]);
  }
  return accounts;
}

function evidenceOf({ now }: SubjectHours): Record<string, unknown> {
  return { hour: formatTimestamp(now.hour), requests: now.requests, expected: now.expected };
}

export function subjectOf({
  subject,
}: {
  readonly subject: TrafficSubject;
}): Pick<Observation, 'accountUuid' | 'subject'> {
  const { accountUuid, type, uuid, host } = subject;
  return { accountUuid, subject: { type, uuid: type === 'host' ? null : uuid, host } };
}
