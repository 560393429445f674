/** One report in full, or one of the pages beside them: the whole list with search, orders and pages, compared with the period before, and as a file. */
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, SearchX } from 'lucide-react';
import { lazy } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { useScope } from '../../analytics/scope.ts';
import { useFilters } from '../../filters/use-filters.ts';
import { formatInteger } from '../../format/numbers.ts';
import { DbIp, RouteViews } from '../../lists/attribution.tsx';
import { CsvButton } from '../../lists/csv-button.tsx';
import { csvOf } from '../../lists/csv-file.ts';
import { csvName } from '../../lists/csv-name.ts';
import { shareColumn, useListColumn } from '../../lists/list-column.ts';
import { OwnRequestsLink, useOwnRequestsFilter } from '../../lists/own-requests.tsx';
import { files, statusCodes } from '../../lists/proxy-lists.ts';
import { mostRows, type RankedReport } from '../../lists/ranked-report.ts';
import { useSite } from '../../lists/use-site.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Pending } from '../../ui/pending.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useDomain } from '../custom-domains/frame/domain-context.ts';
import { findReport } from './find-report.ts';
import type { ReportGroup } from './report-groups.ts';
import styles from './report-page.module.css';
import { chooseRows, reportRows } from './report-rows.ts';
import { ReportTable } from './report-table.tsx';
import { useReportView, withoutView } from './use-report-view.ts';

const perPage = 100;

const NewestRequests = lazy(async () => ({
  default: (await import('../requests/requests-page.tsx')).HostRequestsPage,
}));
const PageLoads = lazy(async () => ({
  default: (await import('./page-loads/page-loads-page.tsx')).PageLoadsPage,
}));
const SearchTerms = lazy(async () => ({
  default: (await import('../search-terms/search-terms-page.tsx')).SearchTermsPage,
}));
const NotFoundPaths = lazy(async () => ({
  default: (await import('../rules/unmatched/unmatched-page.tsx')).UnmatchedPage,
}));

export function ReportPage() {
  const { report: slug } = useParams();
  const { pathname } = useLocation();
  const { uuid } = useDomain();
  const area = pathname.split('/')[3] ?? '';
  const found = findReport(area, slug);
  if (area === 'requests' && slug === 'page-loads') return <PageLoads />;
  if (area === 'visitors' && slug === 'search-terms') return <SearchTerms />;
  if (area === 'requests' && slug === 'newest') return <NewestRequests />;
  if (area === 'requests' && slug === 'not-found') return <NotFoundPaths />;
  if (found) return <FullReport key={found.report.slug} {...found} />;
  return (
    <Card>
      <EmptyState
        icon={<SearchX size={20} />}
        title="Report not found"
        action={<ButtonLink to={`/domains/${uuid}/${area}`}>Back to {area}</ButtonLink>}
      />
    </Card>
  );
}

function FullReport({ group, report }: { readonly group: ReportGroup; readonly report: RankedReport }) {
  const { uuid } = useDomain();
  const site = useSite(uuid);
  const { search } = useLocation();
  const period = useScope(report.area);
  const hidesOwn = report === files || report === statusCodes;
  const withoutOwn = useOwnRequestsFilter();
  const scope = hidesOwn ? withoutOwn(period.scope) : period.scope;
  const { searchOf } = useFilters(report.area);
  const view = useReportView();
  const { previous } = period;
  const last = useListColumn(report, scope);
  // The change has a column of its own here.
  const columns = last.columns.filter(({ id }) => id !== 'change');
  const column = columns.find(({ id }) => id === last.column.id) ?? shareColumn;
  const now = useQuery(report.rowsQuery(uuid, { ...scope, before: previous }, mostRows, last.beside));
  const all = now.data && reportRows(now.data);
  const chosen = all && chooseRows(all, view.text, view.sort);
  const pages = Math.max(1, Math.ceil((chosen?.length ?? 0) / perPage));
  const page = Math.min(view.page, pages);
  const home = `/domains/${uuid}/${report.area}`;
  const title = group.reports.length === 1 ? group.title : report.title;
  return (
    <>
      <div className={styles['top']}>
        <Link to={{ pathname: home, search: withoutView(search) }} className={styles['back']}>
          <ArrowLeft size={14} aria-hidden />
          {report.area === 'visitors' ? 'All visitor reports' : 'All request reports'}
        </Link>
        {group.reports.length === 1 ? null : (
          <nav aria-label={group.title} className={styles['group']}>
            {group.reports.map((each) => (
              <Link
                key={each.slug}
                to={{ pathname: `${home}/${each.slug}`, search: withoutView(search) }}
                aria-current={each === report ? 'page' : undefined}
              >
                {each.title}
              </Link>
            ))}
          </nav>
        )}
      </div>
      <Card flush>
        <div className={styles['head']}>
          <h2 className={styles['title']}>{title}</h2>
          <div className={styles['tools']}>
            <SearchField label={`Search ${title.toLowerCase()}`} value={view.text} onChange={view.setText} />
            <CsvButton
              look="button"
              what={title.toLowerCase()}
              fileName={csvName(site?.host, report.slug, scope)}
              makeTable={() => csvOf(report, chosen ?? [], column)}
            />
          </div>
        </div>
        {chosen === undefined || all === undefined ? (
          <Pending
            inset
            error={now.error}
            onRetry={() => void now.refetch()}
            lines={14}
            label={`Loading: ${title}`}
          />
        ) : all.length === 0 ? (
          <EmptyState icon={<SearchX size={20} />} title="Nothing in this period">
            Choose a different date range.
          </EmptyState>
        ) : chosen.length === 0 ? (
          <EmptyState
            icon={<SearchX size={20} />}
            title="Nothing found"
            action={<Button onClick={() => view.setText('')}>Clear the search</Button>}
          >
            None of {formatInteger(all.length)} rows contains “{view.text.slice(0, 80)}”.
          </EmptyState>
        ) : (
          <div className={styles['table']}>
            <ReportTable
              report={report}
              rows={chosen.slice((page - 1) * perPage, page * perPage)}
              most={all[0]?.count ?? 0}
              isCompared={previous !== undefined}
              isStale={now.isPlaceholderData}
              sort={view.sort}
              onSort={view.setSort}
              last={{ ...last, column, columns }}
              origin={site?.origin}
              linkOf={(row) => ({ pathname: home, search: withoutView(searchOf(report.filtersOf(row))) })}
            />
          </div>
        )}
        {chosen === undefined || chosen.length === 0 ? null : (
          <>
            <Pagination page={page} perPage={perPage} count={chosen.length} onChange={view.setPage} />
            <p className={styles['foot']} role="status">
              {chosen.length === all?.length
                ? `${formatInteger(chosen.length)} in all`
                : `${formatInteger(chosen.length)} of ${formatInteger(all?.length ?? 0)} found`}
              {now.data?.length === mostRows ? `, limited to the first ${formatInteger(mostRows)}` : ''}
              {hidesOwn ? <OwnRequestsLink filters={period.scope.filters} /> : null}
              {group.title === 'Locations' ? <DbIp /> : null}
              {group.title === 'Datacenters' ? <RouteViews /> : null}
            </p>
          </>
        )}
      </Card>
    </>
  );
}
