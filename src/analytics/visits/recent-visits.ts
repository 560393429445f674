/**
 * Visits that end in the last minutes: those that were under way at an instant go on with the pageviews since then, or
 * these begin others. Source: spec section 4.2 rule 1, contract section 6 (Visit).
 */
import { dayOf } from '../../core/date-range.ts';
import { type ReportStore, remembered } from '../answers/report-store.ts';
import { dayMs, lastDay } from '../engine/row-spans.ts';
import { gapMs } from './parts.ts';
import { type Person, personsOf, saltChanges } from './persons.ts';
import { visitsReaching } from './read-visits.ts';
import { type RecentPageview, recentPageviews } from './recent-pageviews.ts';

/** A visit that could go on after an instant; times in milliseconds since the Unix epoch. */
type OpenVisit = {
  /** Decimal text. */
  readonly person: string;
  /** Of a visit that was under way at midnight, some time before it. */
  readonly started: number;
  readonly ended: number;
  readonly pageviews: number;
  readonly exit_path: string;
  readonly ended_at_midnight: number;
  readonly path_at_midnight: string;
};

export type RecentVisit = {
  /** As in {@link OpenVisit}. */
  readonly started: number;
  readonly ended: number;
  readonly pageviews: number;
  readonly exitPath: string;
  /** Its first pageview, when that came since the instant. */
  readonly entry: RecentPageview | undefined;
  /** What it was at midnight, when it was under way. */
  readonly atMidnight: { readonly ended: number; readonly path: string } | undefined;
};

export type RecentVisits = {
  readonly visits: readonly RecentVisit[];
  /** All since the instant. */
  readonly pageviews: readonly RecentPageview[];
};

/** More are put together by the engine. */
const maxOpen = 10_000;
/** What one of them weighs, in rows. */
const rowsOfOpen = 2;

/**
 * Visits with a pageview in the half hour before an instant or since then; the instant is half an hour after midnight, or
 * later. Undefined when they are too many, or change while they are asked for.
 */
export async function recentVisits(
  store: ReportStore,
  domain: string,
  instant: number,
): Promise<RecentVisits | undefined> {
  const pageviews = await recentPageviews(store, domain, instant);
  if (pageviews === undefined) return undefined;
  const days = { from: dayOf(instant) - 1, to: lastDay };
  const changes = await saltChanges(store, domain, days);
  const persons = personsOf(changes);
  const open = await openVisits(store, domain, instant);
  // What is put together has to be of one state.
  const isSettled =
    (await recentPageviews(store, domain, instant)) === pageviews &&
    (await saltChanges(store, domain, days)) === changes;
  if (open === undefined || !isSettled) return undefined;
  return { visits: visitsOf(open, pageviews, persons, dayOf(instant) * dayMs), pageviews };
}

const inMs = (column: string): string => `toUnixTimestamp64Milli(${column}) AS ${column}`;

function openVisits(
  store: ReportStore,
  domain: string,
  instant: number,
): Promise<readonly OpenVisit[] | undefined> {
  const today = dayOf(instant);
  return remembered<readonly OpenVisit[] | undefined>(
    store,
    {
      key: 'open visits',
      domain,
      of: ['pageviews', 'persons'],
      isPart: true,
      from: today - 1,
      to: today,
      before: instant,
    },
    async () => {
      // Who was who is part of what is remembered.
      const persons = personsOf(await saltChanges(store, domain, { from: today - 1, to: lastDay }));
      const visits = visitsReaching(today * dayMs, { since: instant - gapMs, rowsUntil: instant }, persons);
      const found = await store.query<OpenVisit>(
        `SELECT toString(person) AS person, pageviews, exit_path, path_at_midnight,
          ${['started', 'ended', 'ended_at_midnight'].map(inMs).join(', ')}
        FROM (${visits}) LIMIT ${maxOpen + 1}`,
        { domain },
      );
      const value = found.length > maxOpen ? undefined : found;
      return { value, rows: rowsOfOpen * (value?.length ?? 0) };
    },
  );
}

/** Pageviews in the order of time. */
function visitsOf(
  open: readonly OpenVisit[],
  pageviews: readonly RecentPageview[],
  persons: readonly Person[],
  midnight: number,
): RecentVisit[] {
  const firsts = new Map(persons.map(({ visitor, first }) => [visitor, first]));
  const last = new Map<string, RecentVisit>(open.map((visit) => [visit.person, underWay(visit, midnight)]));
  const ended: RecentVisit[] = [];
  for (const pageview of pageviews) {
    const person = firsts.get(pageview.visitor) ?? pageview.visitor;
    const visit = last.get(person);
    if (visit !== undefined && pageview.ms - visit.ended <= gapMs) {
      last.set(person, {
        ...visit,
        ended: pageview.ms,
        pageviews: visit.pageviews + 1,
        exitPath: pageview.path,
      });
      continue;
    }
    if (visit !== undefined) ended.push(visit);
    last.set(person, {
      started: pageview.ms,
      ended: pageview.ms,
      pageviews: 1,
      exitPath: pageview.path,
      entry: pageview,
      atMidnight: undefined,
    });
  }
  return [...ended, ...last.values()];
}

function underWay(visit: OpenVisit, midnight: number): RecentVisit {
  const { started, ended, pageviews, exit_path: exitPath } = visit;
  const atMidnight =
    started < midnight ? { ended: visit.ended_at_midnight, path: visit.path_at_midnight } : undefined;
  return { started, ended, pageviews, exitPath, entry: undefined, atMidnight };
}
