/** The last column of ranked lists: the share of each row, or what else the reader wants to know of it. The address keeps it for all lists: `show=bounce_rate`. */
import { use } from 'react';
import { changeOf } from '../analytics/change.ts';
import type { ComparedScope } from '../analytics/query.ts';
import { useDateRange } from '../analytics/range.ts';
import { isLive, type Scope } from '../analytics/scope.ts';
import { DomainContext } from '../features/custom-domains/frame/domain-context.ts';
import { type Filter, type FilterDimension, selectsEvents } from '../filters/filter.ts';
import {
  formatBytes,
  formatDecimal,
  formatInteger,
  formatMoney,
  formatPercentage,
  formatResponseTime,
  formatStay,
} from '../format/numbers.ts';
import { useAddress, withParameter } from '../ui/address.ts';
import type { ListMetric, RankedReport } from './ranked-report.ts';
import type { RankedRow } from './ranked-rows.ts';
import { rowShare } from './row-share.ts';

export type ListColumn = {
  /** In the address; the default has none. */
  readonly id: '' | 'change' | ListMetric;
  readonly label: string;
  readonly text: (row: RankedRow) => string;
};

export const shareColumn: ListColumn = { id: '', label: 'Share', text: rowShare };

/** Of the row's count since the days before. */
const changeColumn: ListColumn = {
  id: 'change',
  label: 'Change',
  text: ({ count, before }) =>
    before === undefined
      ? '–'
      : (changeOf(count, before, { format: formatInteger, goodWhen: undefined })?.text ?? 'new'),
};

const column = (id: ListMetric, label: string, format: (value: number) => string): ListColumn => ({
  id,
  label,
  text: ({ beside }) => (typeof beside === 'number' ? format(beside) : '–'),
});

const ofVisits = [
  column('visitors', 'Visitors', formatInteger),
  column('visits', 'Visits', formatInteger),
  column('bounce_rate', 'Bounce rate', formatPercentage),
  column('visit_duration', 'Duration', formatStay),
  column('views_per_visit', 'Views per visit', formatDecimal),
];

const ofConversions: readonly ListColumn[] = [
  column('events', 'Conversions', formatInteger),
  column('group_conversion_rate', 'Conversion rate', formatPercentage),
  {
    id: 'total_revenue',
    label: 'Revenue',
    text: ({ beside, currency = '' }) =>
      typeof beside === 'string' && Number(beside) !== 0 && currency !== ''
        ? formatMoney(beside, currency)
        : '–',
  },
];

const seconds = (milliseconds: number): string => formatResponseTime(milliseconds / 1000);
const ofEngagement = [
  column('time_on_page', 'Time on page', formatStay),
  column('scroll_depth', 'Scroll depth', formatPercentage),
];
/** 75th percentiles. */
const ofVitals = [
  column('lcp_p75', 'LCP', seconds),
  column('inp_p75', 'INP', seconds),
  column('cls_p75', 'CLS', String),
  column('ttfb_p75', 'TTFB', seconds),
];
const withVitals: ReadonlySet<FilterDimension> = new Set(['event:page', 'visit:country', 'visit:device']);

const ofRequests = [
  column('error_rate', 'Server errors', formatPercentage),
  column('response_time_p95', '95% within', formatResponseTime),
  column('bytes_out', 'Data sent', formatBytes),
];

/** What a custom domain records beside visits. */
type Measured = { readonly engagement: boolean; readonly web_vitals: boolean };
const nothingMeasured: Measured = { engagement: false, web_vitals: false };

/** What the rows of a list may show. */
export function columnsOf(
  { area, metric, dimension }: RankedReport,
  filters: readonly Filter[],
  isCompared: boolean,
  measured: Measured,
): readonly ListColumn[] {
  const ofList: readonly ListColumn[] =
    area === 'requests'
      ? ofRequests
      : [
          ...ofVisits,
          ...(dimension === 'visit:exit_page' && !filters.some(([, about]) => about.startsWith('event:'))
            ? [column('exit_rate', 'Exit rate', formatPercentage)]
            : []),
          ...(dimension === 'event:page' && measured.engagement ? ofEngagement : []),
          ...(withVitals.has(dimension) && measured.web_vitals ? ofVitals : []),
          ...(selectsEvents(filters) ? ofConversions : []),
        ];
  return [shareColumn, ...(isCompared ? [changeColumn] : []), ...ofList.filter(({ id }) => id !== metric)];
}

export type ChosenColumn = {
  readonly column: ListColumn;
  readonly columns: readonly ListColumn[];
  readonly choose: (id: string) => void;
};

export type ListColumnOf = ChosenColumn & {
  readonly scope: ComparedScope;
  readonly beside: ListMetric | undefined;
};

/** The column chosen for a list, and what its rows have to be asked for. */
export function useListColumn(report: RankedReport, scope: Scope): ListColumnOf {
  const [search, setSearch] = useAddress();
  const { previous } = useDateRange();
  const measured = use(DomainContext) ?? nothingMeasured;
  const columns = columnsOf(report, scope.filters, previous !== undefined && !isLive(scope), measured);
  const wanted = search.get('show');
  const chosen = columns.find(({ id }) => id === wanted) ?? shareColumn;
  const { id } = chosen;
  return {
    column: chosen,
    columns,
    choose: (next) =>
      setSearch(
        (address) => {
          const changed = withParameter(address, 'show', next);
          // An order by another column, and a page of that.
          changed.delete('page');
          if (changed.get('sort')?.endsWith('beside') === true) changed.delete('sort');
          return changed;
        },
        { replace: true },
      ),
    scope: id === 'change' ? { ...scope, before: previous } : scope,
    beside: id === '' || id === 'change' ? undefined : id,
  };
}
