/**
 * The parts that an answer is added up from: of the days before today, of today until a quarter of an hour ago or so, and
 * of what came since. The first ones are remembered until a pageview comes late. Source: contract section 6.
 *
 * Where today is cut does not change an answer: each part says what it is made of, and they add up wherever that is.
 */
import { bucketOf, dayOf } from '../../core/date-range.ts';
import type { Question } from '../answers/answer-memory.ts';
import { recentSince } from '../answers/recent-rows.ts';
import type { ReportStore } from '../answers/report-store.ts';
import { dayMs } from '../engine/row-spans.ts';
import { gapMs } from '../visits/parts.ts';
import { recentPageviews } from '../visits/recent-pageviews.ts';
import { askGroups, rowGroups } from './ask-groups.ts';
import { newVisitorRows } from './new-visitors.ts';
import { recentPageviewRows, recentRequestRows, recentVisitGroups } from './recent-groups.ts';
import { recentRequests } from './recent-requests.ts';
import type { Report, ReportRequest } from './report.ts';
import type { Groups, Row } from './sql.ts';
import { lastsOver, mayGoOnFromBefore, visitRowsAtTheEnd, visitRowsOfToday } from './visit-rows.ts';
import { visitorRows } from './visitor-rows.ts';

export type AnswerPart = {
  /** What it is remembered by; without it, it is asked each time. */
  readonly question?: Question;
  /** Answers undefined when the report has to be asked as a whole. */
  readonly ask: () => Promise<Groups | undefined>;
};

/** Undefined when the report has to be asked as a whole. */
export async function partsOf(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
): Promise<readonly AnswerPart[] | undefined> {
  const cuts = new Cuts(store, report, request);
  if (report.source === 'visitors') return cuts.visitors();
  return report.source === 'visits' ? cuts.visits() : cuts.rows();
}

/** Tells apart how a report may be cut. */
export function cutOf(parts: readonly AnswerPart[] | undefined): string | undefined {
  return parts?.map(({ question }) => (question ? JSON.stringify(question) : '')).join();
}

class Cuts {
  readonly #store: ReportStore;
  readonly #report: Report;
  readonly #request: ReportRequest;
  readonly #today: number;
  /** What is before it does not change any more, unless a pageview comes late; in milliseconds since the Unix epoch. */
  readonly #instant: number;

  constructor(store: ReportStore, report: Report, request: ReportRequest) {
    this.#store = store;
    this.#report = report;
    // Parts are cut to the limit when they are together.
    this.#request = { ...request, limit: Number.POSITIVE_INFINITY };
    this.#today = dayOf(request.nowMs);
    this.#instant = recentSince(request.nowMs);
  }

  /**
   * Numbers of a day are added up by projections. So it is cut only where they are thousands, or where what came since
   * is there for other reports as well.
   */
  async rows(): Promise<AnswerPart[] | undefined> {
    const midnight = this.#today * dayMs;
    const isCut =
      this.#hasToday &&
      this.#instant > midnight &&
      (this.#report.dimension === 'path' || (await this.#recentRows()) !== undefined);
    if (!isCut) return this.#byDays(this.#today);
    const [store, report, request, instant] = [
      this.#store,
      this.#report,
      this.#since(this.#today),
      this.#instant,
    ];
    return [
      ...(this.#byDays(this.#today)?.slice(0, 1) ?? []),
      {
        question: this.#question('today', {
          of: [tableOf(report)],
          from: this.#today,
          to: this.#today,
          before: instant,
        }),
        ask: () => rowGroups(store, report, request, { until: instant }),
      },
      {
        ask: async () => {
          const rowsOf = await this.#recentRows();
          return rowsOf
            ? { rows: rowsOf(), to: request.range.to }
            : rowGroups(store, report, request, { since: instant });
        },
      },
    ];
  }

  /** What came since today is cut, by the dimension of a report that counts rows of a table. */
  async #recentRows(): Promise<(() => readonly Row[]) | undefined> {
    const [store, report, request] = [this.#store, this.#report, this.#request];
    if (report.source === 'requests') {
      const requests = await recentRequests(store, request.domainUuid, this.#instant);
      return requests && (() => recentRequestRows(report, request, requests));
    }
    const pageviews = await recentPageviews(store, request.domainUuid, this.#instant);
    return pageviews && (() => recentPageviewRows(report, request, pageviews));
  }

  async visits(): Promise<AnswerPart[] | undefined> {
    const needed = lastsOver(this.#report);
    const midnight = this.#today * dayMs;
    const { from } = this.#request.range;
    const goesOn = from < this.#today;
    const isCut = this.#hasToday && this.#instant >= midnight + gapMs;
    if (!isCut || (needed === 'end' && goesOn && (await mayGoOnFromBefore(this.#store, this.#request))))
      return this.#byDays(needed === 'beginning' ? this.#today : this.#today - 1);
    const parts: AnswerPart[] = [];
    if (goesOn) parts.push(this.#visitsUntilToday(needed));
    const part = { instant: this.#instant, goesOn };
    const request = this.#since(this.#today);
    const ask = (kind: 'before' | 'after'): Promise<Groups> =>
      visitRowsOfToday(this.#store, this.#report, request, { ...part, kind });
    return [
      ...parts,
      {
        question: this.#question(`today ${goesOn ? 'with what goes on' : 'alone'}`, {
          // Who was who before is told by the first pageviews after a change of the salt, at midnight.
          of: ['pageviews', 'persons'],
          from: this.#today - 1,
          to: this.#today,
          before: this.#instant,
        }),
        ask: () => ask('before'),
      },
      {
        ask: async () => (await recentVisitGroups(this.#store, this.#report, request, part)) ?? ask('after'),
      },
    ];
  }

  /** The visits that begin before today. */
  #visitsUntilToday(needed: ReturnType<typeof lastsOver>): AnswerPart {
    const request = this.#until(this.#today - 1);
    const days = { of: ['pageviews', 'persons'], from: request.range.from - 1 } as const;
    if (needed === 'end')
      return {
        question: this.#question('at midnight', { ...days, to: this.#today - 1 }),
        ask: () => visitRowsAtTheEnd(this.#store, this.#report, request),
      };
    // Whether they have a second pageview shows within half an hour of today.
    const reach =
      needed === 'beginning'
        ? { to: this.#today - 1 }
        : { to: this.#today, before: this.#today * dayMs + gapMs };
    return {
      question: this.#question('until today', { ...days, ...reach }),
      ask: () => askGroups(this.#store, this.#report, request),
    };
  }

  /** Whoever was there on two days counts once, or in a series once in each bucket. */
  visitors(): AnswerPart[] | undefined {
    const { range, frequency, region } = this.#request;
    const isSeries = this.#report.dimension === 'date';
    if (this.#report.dimension === 'location_type' && region !== undefined) return undefined;
    const from = isSeries ? Math.max(range.from, bucketOf(this.#today, frequency)) : range.from;
    if (!this.#hasToday || this.#instant <= this.#today * dayMs)
      return isSeries ? this.#byDays(from) : undefined;
    const recent = this.#since(from);
    const settled = this.#until(from - 1);
    return [
      ...(from > range.from
        ? [
            {
              question: this.#question('until the bucket', { of: ['pageviews'], ...settled.range }),
              ask: () => askGroups(this.#store, this.#report, settled),
            },
          ]
        : []),
      {
        question: this.#question('until now', {
          of: ['pageviews'],
          from,
          to: this.#today,
          before: this.#instant,
        }),
        ask: () =>
          visitorRows(
            this.#store,
            this.#report,
            { ...recent, range: { from, to: this.#today } },
            this.#instant,
          ),
      },
      { ask: () => newVisitorRows(this.#store, this.#report, recent, this.#instant) },
    ];
  }

  get #hasToday(): boolean {
    const { from, to } = this.#request.range;
    return from <= this.#today && this.#today <= to;
  }

  /** What is before a day, and the others; undefined when all is on one side. */
  #byDays(cut: number): AnswerPart[] | undefined {
    const { range } = this.#request;
    if (cut <= range.from || cut > range.to) return undefined;
    const settled = this.#until(cut - 1);
    const recent = this.#since(cut);
    return [
      {
        question: this.#question('days', {
          of: [tableOf(this.#report)],
          from: this.#report.source === 'visits' ? range.from - 1 : range.from,
          to: settled.range.to,
        }),
        ask: () => askGroups(this.#store, this.#report, settled),
      },
      { ask: () => askGroups(this.#store, this.#report, recent) },
    ];
  }

  #since(from: number): ReportRequest {
    return { ...this.#request, range: { from, to: this.#request.range.to } };
  }

  #until(to: number): ReportRequest {
    return { ...this.#request, range: { from: this.#request.range.from, to } };
  }

  #question(name: string, made: Pick<Question, 'of' | 'from' | 'to' | 'before'>): Question {
    return {
      key: `${name} of ${keyOf(this.#report, this.#request)}`,
      domain: this.#request.domainUuid,
      isPart: true,
      ...made,
    };
  }
}

/** What changes when rows of a report come. */
export function tableOf({ source }: Report): 'requests' | 'pageviews' {
  return source === 'requests' ? 'requests' : 'pageviews';
}

/** Tells apart what reports may be asked for besides their days. */
export function keyOf(
  { name }: Report,
  { range, frequency, limit, utmParam, locationType, region }: ReportRequest,
): string {
  return [name, range.from, range.to, frequency, limit, utmParam, locationType, region ?? ''].join(' ');
}
