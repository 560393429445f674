/** Search terms as they are shown: found, sorted, and as a file. */
import { percentageOf } from '../../../../src/core/percentage.ts';
import type { ReportAnswer } from '../../analytics/report-query.ts';
import type { CsvTable } from '../../csv/write-csv.ts';

export type SearchTerm = ReportAnswer<'search_terms'>['data'][number];

/** Clicks per impression, in percent; null without impressions. */
export function clickRate({ clicks, impressions }: SearchTerm): number | null {
  return impressions === 0 ? null : percentageOf(clicks, impressions);
}

const valueOf = {
  name: ({ name }: SearchTerm) => name,
  clicks: ({ clicks }: SearchTerm) => clicks,
  impressions: ({ impressions }: SearchTerm) => impressions,
  rate: (term: SearchTerm) => clickRate(term) ?? -1,
  // Terms that were never shown come last.
  position: ({ position }: SearchTerm) => position ?? Number.POSITIVE_INFINITY,
} as const;

/** What terms can be sorted by. The first one is the usual order, the API's. */
export const termSorts: readonly [string, ...string[]] = [
  '-clicks',
  ...Object.keys(valueOf).flatMap((field) => [field, `-${field}`]),
];

/** Those that contain the text, in any case, by a field; `-` before it: descending. Equal ones keep their order. */
export function chooseTerms(terms: readonly SearchTerm[], text: string, sort: string): readonly SearchTerm[] {
  const wanted = text.trim().toLowerCase();
  const found = terms.filter(({ name }) => name.toLowerCase().includes(wanted));
  const [, ofField] = Object.entries(valueOf).find(([name]) => name === sort.replace('-', '')) ?? [];
  if (ofField === undefined) return found;
  const sign = sort.startsWith('-') ? -1 : 1;
  return found.toSorted((a, b) => {
    const [one, other] = [ofField(a), ofField(b)];
    return one === other ? 0 : one < other ? -sign : sign;
  });
}

export function termsCsv(terms: readonly SearchTerm[]): CsvTable {
  return [
    ['search_term', 'clicks', 'impressions', 'ctr', 'position'],
    terms.map((term) => [
      term.name,
      term.clicks,
      term.impressions,
      clickRate(term) ?? '',
      term.position ?? '',
    ]),
  ];
}
