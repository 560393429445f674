/** All custom domains of the account: the first page that people see. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Globe, ListFilter, Plus, SearchX } from 'lucide-react';
import { useToday } from '../../analytics/today.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SortSelect } from '../../ui/sort-select.tsx';
import { ActionsHeadCell, HeadCell, Table } from '../../ui/table.tsx';
import { useUpstreams } from '../upstreams/upstream-queries.ts';
import { domainListQuery, domainSorts, domainsPerPage } from './domain-queries.ts';
import { DomainRow } from './domain-row.tsx';
import styles from './domains-page.module.css';
import { DomainsSkeleton } from './domains-skeleton.tsx';
import { DomainsSummary } from './domains-summary.tsx';
import { useListParams } from './use-list-params.ts';

const sortLabels = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'host', label: 'Host, A to Z' },
  { value: '-host', label: 'Host, Z to A' },
  { value: '-updated_at', label: 'Recently changed' },
] as const satisfies readonly { value: (typeof domainSorts)[number]; label: string }[];

const readyLabels = [
  { value: '', label: 'All domains' },
  { value: 'true', label: 'Ready' },
  { value: 'false', label: 'Not ready' },
] as const;

export function DomainsPage() {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const today = useToday();
  const { query, sort, page, setQuery, setSort, setPage, filterOf, setFilter } = useListParams(domainSorts);
  const ready = readyLabels.find(({ value }) => value === filterOf('ready'))?.value ?? '';
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...domainListQuery(accountUuid, { query, sort, page, ready: ready === '' ? undefined : ready }),
    placeholderData: keepPreviousData,
  });
  const upstreams = useUpstreams(accountUuid, data?.data.map((domain) => domain.upstream_uuid) ?? []);
  const isEmpty = data !== undefined && data.pagination.count === 0 && query === '' && ready === '';
  const addButton = canWrite ? (
    <ButtonLink to="/domains/new" variant="primary" icon={<Plus size={17} aria-hidden />}>
      Add domain
    </ButtonLink>
  ) : (
    <Button variant="primary" disabled title={readOnlyReason} icon={<Plus size={17} aria-hidden />}>
      Add domain
    </Button>
  );
  return (
    <Page
      title="Domains"
      description={
        data && !isEmpty ? (
          <DomainsSummary page={data} isFiltered={query !== '' || ready !== ''} />
        ) : (
          <>&nbsp;</>
        )
      }
      actions={isEmpty ? undefined : addButton}
    >
      {error && data === undefined ? <FailureNotice error={error} onRetry={() => void refetch()} /> : null}
      {isEmpty ? (
        <Card>
          <EmptyState icon={<Globe size={20} />} title="Serve your first custom domain" action={addButton}>
            Let customers use your product under their own domain. Add it here, have them set one DNS record,
            and Nameplate handles the rest: the certificate, proxying to your server, and analytics.
          </EmptyState>
        </Card>
      ) : (
        <>
          <div className={styles['toolbar']}>
            <SearchField label="Search domains" value={query} onChange={setQuery} />
            <div className={styles['choices']}>
              <SortSelect
                label="Show"
                icon={<ListFilter size={15} aria-hidden />}
                value={ready}
                options={readyLabels}
                onChange={(value) => setFilter('ready', value)}
              />
              <SortSelect value={sort} options={sortLabels} onChange={setSort} />
            </div>
          </div>
          {data === undefined ? (
            error ? null : (
              <Card flush>
                <DomainsSkeleton />
              </Card>
            )
          ) : (
            <Card flush>
              {data.data.length === 0 ? (
                <NothingHere
                  count={data.pagination.count}
                  query={query}
                  ready={ready}
                  onClear={() => setQuery('')}
                  onAll={() => setFilter('ready', '')}
                  onFirst={() => setPage(1)}
                />
              ) : (
                <div className={styles['list']} aria-busy={isPlaceholderData}>
                  <Table label="Custom domains">
                    <thead>
                      <tr>
                        <HeadCell sort={{ field: 'host', current: sort, onChange: setSort }}>Domain</HeadCell>
                        <th scope="col" className={styles['status']}>
                          Status
                        </th>
                        <th scope="col" className={styles['certificate']}>
                          Certificate
                        </th>
                        <th scope="col" className={styles['stat']} data-align="end">
                          Visitors today
                        </th>
                        <th scope="col" className={styles['stat']} data-align="end">
                          Requests today
                        </th>
                        <ActionsHeadCell />
                      </tr>
                    </thead>
                    <tbody>
                      {data.data.map((domain) => (
                        <DomainRow
                          key={domain.uuid}
                          domain={domain}
                          upstream={upstreams.get(domain.upstream_uuid)}
                          today={today}
                        />
                      ))}
                    </tbody>
                  </Table>
                </div>
              )}
              <Pagination
                page={page}
                perPage={domainsPerPage}
                count={data.pagination.count}
                onChange={setPage}
              />
            </Card>
          )}
        </>
      )}
    </Page>
  );
}

function nothingReady(query: string, ready: 'true' | 'false'): string {
  if (query === '') return ready === 'true' ? 'No domain is ready yet' : 'Every domain is ready';
  return ready === 'true'
    ? `No domain that is ready matches “${query}”`
    : `No domain that isn't ready matches “${query}”`;
}

function NothingHere({
  count,
  query,
  ready,
  onClear,
  onAll,
  onFirst,
}: {
  readonly count: number;
  readonly query: string;
  readonly ready: (typeof readyLabels)[number]['value'];
  readonly onClear: () => void;
  readonly onAll: () => void;
  readonly onFirst: () => void;
}) {
  if (ready !== '' && count === 0)
    return (
      <EmptyState
        icon={<SearchX size={20} />}
        title={nothingReady(query, ready)}
        action={<Button onClick={onAll}>Show all domains</Button>}
      >
        A domain is ready once its records, its ownership and its certificate are in place.
      </EmptyState>
    );
  return query === '' ? (
    <EmptyState title="This page is empty" action={<Button onClick={onFirst}>Go to the first page</Button>}>
      The list has become shorter.
    </EmptyState>
  ) : (
    <EmptyState
      icon={<SearchX size={20} />}
      title={`No domain matches “${query}”`}
      action={<Button onClick={onClear}>Clear the search</Button>}
    />
  );
}
