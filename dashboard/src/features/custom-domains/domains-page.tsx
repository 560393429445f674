/** All custom domains of the account. */
import { Globe, Plus, SearchX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { customDomains } from '../../api/resources.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Page } from '../../ui/page.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { RowCheck } from '../../ui/row-check.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SortSelect } from '../../ui/sort-select.tsx';
import { ActionsHeadCell, HeadCell, Table } from '../../ui/table.tsx';
import { useList } from '../../ui/use-list.ts';
import { useListParams } from '../../ui/use-list-params.ts';
import { useUpstreams } from '../upstreams/upstream-queries.ts';
import { DomainFilters, useDomainFilters } from './domain-filters.tsx';
import { DomainRow } from './domain-row.tsx';
import { useTrafficOfPage } from './domain-traffic.tsx';
import styles from './domains-page.module.css';
import { DomainsSummary } from './domains-summary.tsx';

const SelectionBar = lazy(async () => ({
  default: (await import('./bulk/selection-bar.tsx')).SelectionBar,
}));

const domainSorts = [
  '-created_at',
  'created_at',
  'host',
  '-host',
  '-updated_at',
  'verdict',
  '-visitors',
  'visitors',
  '-requests',
  'requests',
  '-errors',
  '-change',
  'change',
] as const;

const sortLabels = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'host', label: 'Host, A to Z' },
  { value: '-host', label: 'Host, Z to A' },
  { value: '-updated_at', label: 'Recently changed' },
  { value: 'verdict', label: 'Worst first' },
  { value: '-visitors', label: 'Most visitors' },
  { value: 'visitors', label: 'Fewest visitors' },
  { value: '-requests', label: 'Most requests' },
  { value: 'requests', label: 'Fewest requests' },
  { value: '-errors', label: 'Most errors' },
  { value: '-change', label: 'Growing most' },
  { value: 'change', label: 'Shrinking most' },
] as const satisfies readonly { value: (typeof domainSorts)[number]; label: string }[];

const perPage = 20;
/** Orders that the analytics store is asked for. */
const byTraffic = /^-?(?:visitors|requests|errors|change)$/;

export function DomainsPage() {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const { filterOf, setFilter, sort: order } = useListParams(domainSorts);
  const filters = useDomainFilters(filterOf);
  const given = filters.filter(({ value }) => value !== '');
  const isFiltered = given.length > 0;
  const asked = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  const list = useList(
    customDomains,
    { account_uuid: accountUuid },
    {
      perPage,
      sorts: domainSorts,
      filters: asked,
      // Checks of the background change a status at any time. Traffic is of whole days.
      refetchMs: () => (byTraffic.test(order) || 'traffic' in asked ? 300_000 : 30_000),
    },
  );
  const { rows, query, sort, setQuery, setSort } = list;
  const traffic = useTrafficOfPage({
    page: list.page,
    per_page: perPage,
    sort,
    ...(query === '' ? {} : { query }),
    ...asked,
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // What is no longer in sight is never part of what is done to the selected.
  const chosen = rows?.filter(({ uuid }) => selected.has(uuid)) ?? [];
  const upstreams = useUpstreams(accountUuid, rows?.map((domain) => domain.upstream_uuid) ?? []);
  const isEmpty = rows !== undefined && list.count === 0 && query === '' && !isFiltered;
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
        rows === undefined || isEmpty ? (
          <>&nbsp;</>
        ) : (
          <DomainsSummary count={list.count} isFiltered={query !== '' || isFiltered} />
        )
      }
      actions={isEmpty ? undefined : addButton}
    >
      {isEmpty ? null : (
        <div className={styles['toolbar']}>
          <SearchField label="Search domains" value={query} onChange={setQuery} />
          <div className={styles['choices']}>
            <DomainFilters filters={filters} onChange={setFilter} />
            <SortSelect value={sort} options={sortLabels} onChange={setSort} />
          </div>
        </div>
      )}
      <ListCard
        list={list}
        label="Custom domains"
        bar={
          chosen.length === 0 ? undefined : (
            <Suspense>
              <SelectionBar chosen={chosen} onSelect={(uuids) => setSelected(new Set(uuids))} />
            </Suspense>
          )
        }
        renderRows={(domains) => (
          <div className={styles['list']} aria-busy={list.isStale}>
            <Table label="Custom domains">
              <thead>
                <tr>
                  <th scope="col" className={styles['check']}>
                    <RowCheck
                      label="Select all domains on this page"
                      checked={chosen.length === domains.length}
                      isMixed={chosen.length > 0 && chosen.length < domains.length}
                      onChange={() =>
                        setSelected(
                          new Set(chosen.length === domains.length ? [] : domains.map(({ uuid }) => uuid)),
                        )
                      }
                    />
                  </th>
                  <HeadCell sort={{ field: 'host', current: sort, onChange: setSort }}>Domain</HeadCell>
                  <th scope="col" className={styles['status']}>
                    Status
                  </th>
                  <th scope="col" className={styles['certificate']}>
                    Certificate
                  </th>
                  {(['visitors', 'requests'] as const).map((what) => (
                    <th
                      key={what}
                      scope="col"
                      className={styles['stat']}
                      data-align="end"
                      title="In the last 7 whole days, and the change from the 7 before"
                    >
                      {what === 'visitors' ? 'Visitors' : 'Requests'}
                      <span className="visually-hidden"> in the last 7 days</span>
                    </th>
                  ))}
                  <ActionsHeadCell />
                </tr>
              </thead>
              <tbody>
                {domains.map((domain) => (
                  <DomainRow
                    key={domain.uuid}
                    domain={domain}
                    upstream={upstreams.get(domain.upstream_uuid)}
                    traffic={traffic}
                    isSelected={selected.has(domain.uuid)}
                    onSelect={(isSelected) => {
                      const next = new Set(selected);
                      if (isSelected) next.add(domain.uuid);
                      else next.delete(domain.uuid);
                      setSelected(next);
                    }}
                  />
                ))}
              </tbody>
            </Table>
          </div>
        )}
        empty={{
          icon: <Globe size={20} />,
          title: 'Serve your first custom domain',
          action: addButton,
          children:
            'Let customers use your product under their own domain. Add it here, have them set one DNS record, and Nameplate handles the rest: the certificate, proxying to your server, and analytics.',
        }}
        noMatch={
          query === '' && !isFiltered
            ? undefined
            : {
                icon: <SearchX size={20} />,
                title: noMatchTitle(query, given.length),
                action: uuidForm.test(query) ? (
                  <ButtonLink to={`/requests/${query}`}>Find the request with this id</ButtonLink>
                ) : isFiltered ? (
                  <Button onClick={list.clear}>Show all domains</Button>
                ) : uuidForm.test(query) ? (
                  <ButtonLink to={`/requests/${query}`}>Find the request with this id</ButtonLink>
                ) : (
                  <Button onClick={() => setQuery('')}>Clear the search</Button>
                ),
              }
        }
      />
    </Page>
  );
}

/** Of a request, as its answer had it. */
const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function noMatchTitle(query: string, filters: number): string {
  if (filters === 0 && uuidForm.test(query)) return 'No domain has this id';
  if (filters === 0) return `No domain matches “${query}”`;
  const filtered = filters === 1 ? 'the filter' : 'the filters';
  return query === '' ? `No domain matches ${filtered}` : `No domain matches ${filtered} and “${query}”`;
}
