/**
 * SQL for the visits in a span of time, however much of it is derived: stored rows of `visits`, and where nothing current is
 * stored, rows computed from the events by the same rule. No visit is in both, and none is missing.
 */
import { dayOf, lastDay } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import { numberList } from '../engine/number-list.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { instant, rowsIn } from '../engine/row-spans.ts';
import type { Derivation } from './derivations.ts';
import { type EventDay, eventDays, mayPass, mayPassEnd } from './derived-days.ts';
import { type Person, readPersons } from './persons.ts';
import { gapMs, personOf, type VisitColumn, visitsOfEvents } from './visit-rule.ts';

/** Milliseconds since the Unix epoch; the first is included, the second is not. */
export type Span = { readonly since: number; readonly until: number };

/**
 * A column of a visit that is computed from others when it is asked for, in steps. Each is SQL over the columns that are read and the
 * steps before it; the last one has the column's name. The engine names a column by its SQL, so one long expression would be slow to plan.
 */
export type ComputedColumn = {
  readonly name: string;
  readonly reads: readonly VisitColumn[];
  readonly steps: readonly (readonly [name: string, sql: string])[];
};
export type SelectedColumn = VisitColumn | ComputedColumn;

export type VisitSource = {
  /** SELECTs of the stored visits with the given columns; empty when none are stored. Needs the parameter `domain`. */
  readonly stored: (columns: readonly SelectedColumn[]) => string[];
  /** The same for the visits computed from events. */
  readonly live: (columns: readonly SelectedColumn[]) => string[];
};

/** A domain's days, each read once. */
export class KnownDays {
  readonly store: ReportStore;
  readonly domain: string;
  /** SQL over events and visits: of which visitors; undefined: of all. */
  readonly visitors: string | undefined;
  readonly #read: typeof eventDays;
  readonly #days = new Map<number, EventDay | undefined>();
  readonly #passes = new Map<string, Promise<boolean>>();

  constructor(store: ReportStore, domain: string, read: typeof eventDays = eventDays, visitors?: string) {
    this.store = store;
    this.domain = domain;
    this.#read = read;
    this.visitors = visitors;
  }

  /** What is known of them, for some of the visitors: all events of each person or none. */
  ofVisitors(visitors: string): KnownDays {
    const some = new KnownDays(this.store, this.domain, this.#read, visitors);
    for (const [day, known] of this.#days) some.#days.set(day, known);
    return some;
  }

  /** Reads the days from `from` to `to` at once. */
  async load(from: number, to: number): Promise<void> {
    const days = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    if (days.every((day) => day < 0 || day > lastDay || this.#days.has(day))) return;
    for (const day of days) this.#days.set(day, undefined);
    for (const day of await this.#read(this.store, this.domain, from, to)) this.#days.set(day.day, day);
  }

  /** Those from `from` to `to` that have events, in time order. */
  between(from: number, to: number): EventDay[] {
    return [...this.#days.values()]
      .filter((day): day is EventDay => day !== undefined && day.day >= from && day.day <= to)
      .toSorted((a, b) => a.day - b.day);
  }

  async day(day: number): Promise<EventDay | undefined> {
    if (!this.#days.has(day)) await this.load(day, day);
    return this.#days.get(day);
  }

  /** `which`: 'overlap' asks of visits that continue past the day's end, and not only past what its derivation has seen. */
  mayPass(day: number, which: Which = 'start'): Promise<boolean> {
    const key = `${which} ${day}`;
    const passes = this.#passes.get(key) ?? this.#readMayPass(day, which);
    this.#passes.set(key, passes);
    return passes;
  }

  async #readMayPass(day: number, which: Which): Promise<boolean> {
    const known = await this.day(day);
    const ask = which === 'overlap' ? mayPassEnd : mayPass;
    return known !== undefined && ask(this.store, this.domain, known, this.visitors);
  }
}

/**
 * `which`: the visits that start in the span, or those that have an event in it. Rejects with what the store rejects
 * with.
 */
export async function visitSource(known: KnownDays, span: Span, which: Which): Promise<VisitSource> {
  const { since, until } = span;
  const last = Math.min(lastDay, dayOf(until - 1));
  let first = dayOf(since);
  await known.load(first - 1, last + 1);
  if (which === 'overlap') first = Math.max(0, first - 1);
  // A visit from an earlier day reaches the span only by spanning all the days between. Where days are derived, events are
  // read from the days' end on; only its own day's record then tells that such a visit began earlier. One that has an event in
  // the span may have ended soon after the day.
  if (which === 'overlap' || (await known.day(first))?.derived !== undefined)
    while (first > 0 && (await known.mayPass(first, which))) first -= 1;
  const days = known.between(first, last);
  const starts = { since: first < dayOf(since) ? first * dayMs : since, until };
  const rows = await liveRows(known, days, starts);
  return {
    stored: (columns) => stored(columns, derivedOf(days), span, which, known.visitors),
    live: (columns) => live(columns, derivedOf(days), span, which, rows),
  };
}

export type Which = 'start' | 'overlap';

function derivedOf(days: readonly EventDay[]): Derivation[] {
  return days.flatMap(({ derived }) => derived ?? []);
}

function stored(
  columns: readonly SelectedColumn[],
  derived: readonly Derivation[],
  { since, until }: Span,
  which: Which,
  visitors: string | undefined,
): string[] {
  const [first, last] = [derived[0], derived.at(-1)];
  if (first === undefined || last === undefined) return [];
  const conditions = [
    rowsIn(first.day * dayMs, (last.day + 1) * dayMs),
    `derivation IN (${derived.map(({ derivation }) => derivation).join(', ')})`,
    // Where the span has whole days, nothing but the days: projections know no more.
    ...(since > first.day * dayMs ? [`${which === 'start' ? 'started' : 'ended'} >= ${instant(since)}`] : []),
    ...(until < (last.day + 1) * dayMs ? [`started < ${instant(until)}`] : []),
    ...(visitors === undefined ? [] : [visitors]),
  ];
  return [selectOf(columns, `FROM visits WHERE ${conditions.join(' AND ')}`)];
}

/** A SELECT of the columns, and of those that the computed ones among them read. */
function selectOf(columns: readonly SelectedColumn[], from: string): string {
  const steps = columns.flatMap((column) => (typeof column === 'string' ? [] : column.steps));
  const read = [...new Set(columnsRead(columns))];
  return steps.reduce(
    (select, [name, sql]) => `SELECT *, ${sql} AS ${name} FROM (${select})`,
    `SELECT ${read.length === 0 ? '1' : read.join(', ')} ${from}`,
  );
}

function columnsRead(columns: readonly SelectedColumn[]): VisitColumn[] {
  return columns.flatMap((column) => (typeof column === 'string' ? column : column.reads));
}

type LiveRows = {
  /** Lets through all events of the visits that are not stored; undefined when all are. */
  readonly where: string | undefined;
  readonly persons: readonly Person[];
};

/** The spans around visits that are not stored, and all events of visitors whose visit had not ended. */
async function liveRows(known: KnownDays, days: readonly EventDay[], starts: Span): Promise<LiveRows> {
  const spans: Span[] = [];
  for (const span of spansNotStored(days, starts))
    spans.push({ since: span.since - gapMs, until: await lastEnd(known, span.until) });
  const open = derivedOf(days).filter(({ openSince }) => openSince !== undefined);
  const firstOpen = Math.min(...open.map(({ openSince = 0 }) => openSince - gapMs));
  const since = Math.min(firstOpen, spans[0]?.since ?? Number.POSITIVE_INFINITY);
  if (since === Number.POSITIVE_INFINITY) return { where: undefined, persons: [] };
  const from = dayOf(Math.max(0, since));
  const hasSaltChange = known.between(from, lastDay).some((day) => day.hasSaltChange);
  const persons = hasSaltChange ? await readPersons(known.store, known.domain, { from, to: lastDay }) : [];
  const condition = spans.map((span) => `(${rowsIn(span.since, span.until)})`);
  if (open.length > 0)
    condition.push(
      `(${rowsIn(firstOpen, await lastEnd(known, starts.until))} AND ${personOf(persons)} IN (${openPersons(open, persons)}))`,
    );
  // The time alone comes first: it leaves few events whose visitors have to be looked up.
  const of = known.visitors === undefined ? '' : ` AND ${known.visitors}`;
  return {
    where: `${rowsIn(since, Number.POSITIVE_INFINITY)}${of} AND (${condition.join(' OR ')})`,
    persons,
  };
}

/** The time by which every visit that starts before an instant has certainly ended. */
async function lastEnd(known: KnownDays, until: number): Promise<number> {
  let day = dayOf(until - 1) + 1;
  while (day <= lastDay && (await known.mayPass(day))) day += 1;
  if (day > lastDay) return Number.POSITIVE_INFINITY;
  return (await known.day(day))?.derived?.seenUntil ?? (day + 1) * dayMs;
}

function live(
  columns: readonly SelectedColumn[],
  derived: readonly Derivation[],
  { since, until }: Span,
  which: Which,
  { where, persons }: LiveRows,
): string[] {
  if (where === undefined) return [];
  const needed = [...new Set<VisitColumn>([...columnsRead(columns), 'started', 'ended', 'duration_ms'])];
  const conditions = [
    `${which === 'start' ? 'started' : 'ended'} >= ${instant(since)}`,
    `started < ${instant(until)}`,
    ...(derived.length === 0 ? [] : [isNotStored(derived)]),
  ];
  return [
    selectOf(columns, `FROM (${visitsOfEvents(needed, where, persons)}) WHERE ${conditions.join(' AND ')}`),
  ];
}

/** The parts of a span in which visits start that no derivation has stored, in time order. */
function spansNotStored(days: readonly EventDay[], { since, until }: Span): Span[] {
  const spans: { since: number; until: number }[] = [];
  for (const { day, derived } of days) {
    const from = Math.max(since, derived?.startsUntil ?? day * dayMs);
    const to = Math.min(until, (day + 1) * dayMs);
    if (from >= to) continue;
    const before = spans.at(-1);
    if (before?.until === from) before.until = to;
    else spans.push({ since: from, until: to });
  }
  return spans;
}

/** SQL: the persons whose visits had not ended. In the engine: there may be as many as a busy domain has visitors. */
function openPersons(derived: readonly Derivation[], persons: readonly Person[]): string {
  const [first, last] = [derived[0], derived.at(-1)];
  if (first === undefined || last === undefined) throw new Error('no day has open visits');
  return `SELECT ${personOf(persons)} FROM (SELECT arrayJoin(open) AS visitor FROM visit_derivations
    WHERE ${rowsIn(first.day * dayMs, (last.day + 1) * dayMs)} AND derivation IN (${derived.map(({ derivation }) => derivation).join(', ')}))`;
}

/** Whether a visit is not in the derivation of its day: it starts after those that are, or had not ended. */
function isNotStored(derived: readonly Derivation[]): string {
  const days = derived.map(({ day }) => day);
  const ofDay = (values: readonly number[]): string =>
    `transform(intDiv(toUnixTimestamp64Milli(started), ${dayMs}), ${numberList('Int64', days)}, ${numberList('Int64', values)}, toInt64(0))`;
  const startsUntil = ofDay(derived.map((one) => one.startsUntil));
  const seenUntil = ofDay(derived.map((one) => one.seenUntil));
  return `(toUnixTimestamp64Milli(started) >= ${startsUntil}
        OR toUnixTimestamp64Milli(started) + toInt64(duration_ms) + ${gapMs} >= ${seenUntil})`;
}
