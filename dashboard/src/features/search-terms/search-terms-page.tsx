/** All search terms of the chosen days, and the files that they come from. */
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, SearchX, Upload } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useScope } from '../../analytics/scope.ts';
import { formatDate, formatDayRange } from '../../format/dates.ts';
import { formatInteger, formatPercentage } from '../../format/numbers.ts';
import { CsvButton } from '../../lists/csv-button.tsx';
import { csvName } from '../../lists/csv-name.ts';
import { visibleLabel } from '../../lists/visible-label.ts';
import { useCanWrite } from '../../session/session.ts';
import { useAddress, withParameter } from '../../ui/address.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Pending } from '../../ui/pending.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useDomain } from '../custom-domains/frame/domain-context.ts';
import { ImportDialog } from './import-dialog.tsx';
import { NoSearchTerms } from './no-search-terms.tsx';
import styles from './search-terms.module.css';
import { chooseTerms, clickRate, type SearchTerm, termSorts, termsCsv } from './search-terms.ts';
import {
  importsChange,
  importsQuery,
  type SearchTermImport,
  searchTermImports,
  termsQuery,
} from './search-terms-query.ts';

const perPage = 100;

const columns: readonly Column<SearchTerm>[] = [
  {
    name: 'Search term',
    sort: 'name',
    className: styles['term'],
    render: ({ name }) => <bdi>{visibleLabel(name)}</bdi>,
  },
  { name: 'Clicks', sort: 'clicks', align: 'end', render: ({ clicks }) => formatInteger(clicks) },
  {
    name: 'Impressions',
    sort: 'impressions',
    align: 'end',
    render: ({ impressions }) => formatInteger(impressions),
  },
  {
    name: 'Click rate',
    sort: 'rate',
    align: 'end',
    render: (term) => {
      const rate = clickRate(term);
      return rate === null ? '–' : formatPercentage(rate);
    },
  },
  { name: 'Position', sort: 'position', align: 'end', render: ({ position }) => position ?? '–' },
];

export function SearchTermsPage() {
  const { uuid, host } = useDomain();
  const { search } = useLocation();
  const { scope } = useScope('visitors');
  const canWrite = useCanWrite();
  const [isImporting, setImporting] = useState(false);
  const { page, setPage, sort, setSort, query, setQuery } = useTermsView();
  const terms = useQuery(termsQuery(uuid, scope));
  const imports = useQuery(importsQuery(uuid));
  const all = terms.data?.data;
  const chosen = all && chooseTerms(all, query, sort);
  return (
    <>
      <Link to={{ pathname: `/domains/${uuid}/visitors`, search }} className={styles['back']}>
        <ArrowLeft size={14} aria-hidden />
        All visitor reports
      </Link>
      <Card
        title="Search terms"
        flush
        actions={
          <>
            {chosen === undefined || chosen.length === 0 ? null : (
              <CsvButton
                what="search terms"
                fileName={csvName(host, 'search-terms', { ...scope, filters: [] })}
                makeTable={() => termsCsv(chosen)}
              />
            )}
            {canWrite ? (
              <Button size="s" icon={<Upload size={15} aria-hidden />} onClick={() => setImporting(true)}>
                Import a file…
              </Button>
            ) : null}
          </>
        }
      >
        {all === undefined || all.length === 0 ? null : (
          <div className={styles['bar']}>
            <SearchField label="Search the terms" value={query} onChange={setQuery} />
          </div>
        )}
        {chosen === undefined || all === undefined || imports.data === undefined ? (
          <Pending
            inset
            error={terms.error ?? imports.error}
            onRetry={() => void Promise.all([terms.refetch(), imports.refetch()])}
            lines={10}
            label="Loading search terms"
          />
        ) : all.length === 0 ? (
          <NoSearchTerms imports={imports.data.data} />
        ) : chosen.length === 0 ? (
          <EmptyState
            icon={<SearchX size={20} />}
            title="Nothing found"
            action={<Button onClick={() => setQuery('')}>Clear the search</Button>}
          />
        ) : (
          <>
            <DataTable
              label="Search terms"
              columns={columns}
              rows={chosen.slice((page - 1) * perPage, page * perPage)}
              keyOf={({ name }) => name}
              sorting={{ sort, setSort }}
              stale={terms.isPlaceholderData}
            />
            <Pagination page={page} perPage={perPage} count={chosen.length} onChange={setPage} />
          </>
        )}
        <p className={styles['note']}>
          On Google, from Search Console. Google leaves out rare terms.
          {scope.filters.length === 0 ? '' : ' Filters don’t apply.'}
        </p>
      </Card>
      {imports.data === undefined || imports.data.data.length === 0 ? null : (
        <Imports imports={imports.data.data} />
      )}
      {isImporting ? <ImportDialog domainUuid={uuid} onClose={() => setImporting(false)} /> : null}
    </>
  );
}

/** What part of the terms is shown, kept in the address. */
function useTermsView() {
  const [search, setSearch] = useAddress();
  const set = useCallback(
    (name: string, value: string) =>
      setSearch(
        (before) => {
          const next = withParameter(before, name, value);
          if (name !== 'page') next.delete('page');
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const page = Number(search.get('page') ?? 1);
  return {
    query: search.get('q') ?? '',
    sort: termSorts.find((sort) => sort === search.get('sort')) ?? termSorts[0],
    page: Number.isInteger(page) && page > 0 ? page : 1,
    setQuery: useCallback((text: string) => set('q', text), [set]),
    setSort: (sort: string) => set('sort', sort === termSorts[0] ? '' : sort),
    setPage: (next: number) => set('page', next === 1 ? '' : String(next)),
  };
}

function Imports({ imports }: { readonly imports: readonly SearchTermImport[] }) {
  const { uuid } = useDomain();
  const canWrite = useCanWrite();
  const [toDelete, setToDelete] = useState<SearchTermImport>();
  const remove: Column<SearchTermImport> = {
    name: '',
    align: 'end',
    render: (row) => (
      <Button
        size="s"
        aria-label={`Delete the file of ${formatDayRange(row.from, row.to)}`}
        onClick={() => setToDelete(row)}
      >
        Delete…
      </Button>
    ),
  };
  return (
    <Card title="Imported files" flush>
      <DataTable
        label="Imported files"
        keyOf={(row) => row.uuid}
        rows={imports}
        columns={[
          { name: 'Days', render: ({ from, to }) => formatDayRange(from, to) },
          countColumn('Terms', 'terms'),
          countColumn('Clicks', 'clicks'),
          countColumn('Impressions', 'impressions'),
          { name: 'Imported', align: 'end', render: (row) => formatDate(row.updated_at) },
          ...(canWrite ? [remove] : []),
        ]}
      />
      {toDelete === undefined ? null : (
        <ConfirmDialog
          title={`Delete the file of ${formatDayRange(toDelete.from, toDelete.to)}?`}
          action="Delete file"
          send={() => searchTermImports.remove({ uuid, import_uuid: toDelete.uuid })}
          changes={importsChange}
          deletes={[toDelete.uuid]}
          onClose={() => setToDelete(undefined)}
        >
          <p>Its search terms are deleted. You can import it again.</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function countColumn(name: string, field: 'terms' | 'clicks' | 'impressions'): Column<SearchTermImport> {
  return { name, align: 'end', render: (row) => formatInteger(row[field]) };
}
