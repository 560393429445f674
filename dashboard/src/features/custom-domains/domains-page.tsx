/** All custom domains of the account. */
import { Globe, ListFilter, Plus, SearchX } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useToday } from '../../analytics/today.ts';
import { customDomains } from '../../api/resources.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Page } from '../../ui/page.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SortSelect } from '../../ui/sort-select.tsx';
import { ActionsHeadCell, HeadCell, Table } from '../../ui/table.tsx';
import { useList } from '../../ui/use-list.ts';
import { useListParams } from '../../ui/use-list-params.ts';
import { verdictLooks } from '../attention/verdict-badge.tsx';
import { useUpstreams } from '../upstreams/upstream-queries.ts';
import { DomainRow } from './domain-row.tsx';
import styles from './domains-page.module.css';
import { DomainsSummary } from './domains-summary.tsx';

const domainSorts = ['-created_at', 'created_at', 'host', '-host', '-updated_at', 'verdict'] as const;

const sortLabels = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'host', label: 'Host, A to Z' },
  { value: '-host', label: 'Host, Z to A' },
  { value: '-updated_at', label: 'Recently changed' },
  { value: 'verdict', label: 'Worst first' },
] as const satisfies readonly { value: (typeof domainSorts)[number]; label: string }[];

const readyLabels = [
  { value: '', label: 'All domains' },
  { value: 'true', label: 'Ready' },
  { value: 'false', label: 'Not ready' },
] as const;

const verdictOptions = [
  { value: '', label: 'Any verdict' },
  ...(['broken', 'attention', 'healthy', 'setting_up', 'unknown'] as const).map((value) => ({
    value,
    label: verdictLooks[value].text,
  })),
];

export function DomainsPage() {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const today = useToday();
  const { filterOf, setFilter } = useListParams(domainSorts);
  const ready = readyLabels.find(({ value }) => value === filterOf('ready'))?.value ?? '';
  const verdict = verdictOptions.find(({ value }) => value === filterOf('verdict'))?.value ?? '';
  const isFiltered = ready !== '' || verdict !== '';
  const list = useList(
    customDomains,
    { account_uuid: accountUuid },
    {
      perPage: 20,
      sorts: domainSorts,
      filters: { ...(ready === '' ? {} : { ready }), ...(verdict === '' ? {} : { verdict }) },
      // Checks of the background change a status at any time.
      refetchMs: () => 30_000,
    },
  );
  const { rows, query, sort, setQuery, setSort } = list;
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
          <DomainsSummary rows={rows} count={list.count} isFiltered={query !== '' || isFiltered} />
        )
      }
      actions={isEmpty ? undefined : addButton}
    >
      {isEmpty ? null : (
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
            <SortSelect
              label="Verdict"
              icon={<ListFilter size={15} aria-hidden />}
              value={verdict}
              options={verdictOptions}
              onChange={(value) => setFilter('verdict', value)}
            />
            <SortSelect value={sort} options={sortLabels} onChange={setSort} />
          </div>
        </div>
      )}
      <ListCard
        list={list}
        label="Custom domains"
        renderRows={(domains) => (
          <div className={styles['list']} aria-busy={list.isStale}>
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
                {domains.map((domain) => (
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
        empty={{
          icon: <Globe size={20} />,
          title: 'Serve your first custom domain',
          action: addButton,
          children:
            'Let customers use your product under their own domain. Add it here, have them set one DNS record, and Nameplate handles the rest: the certificate, proxying to your server, and analytics.',
        }}
        noMatch={
          verdict === ''
            ? noMatch(
                query,
                ready,
                () => setQuery(''),
                () => setFilter('ready', ''),
              )
            : {
                icon: <SearchX size={20} />,
                title: 'No domain has this verdict',
                action: <Button onClick={() => setFilter('verdict', '')}>Show all domains</Button>,
              }
        }
      />
    </Page>
  );
}

function nothingReady(query: string, ready: 'true' | 'false'): string {
  if (query === '') return ready === 'true' ? 'No domain is ready yet' : 'Every domain is ready';
  return ready === 'true'
    ? `No domain that is ready matches “${query}”`
    : `No domain that isn't ready matches “${query}”`;
}

function noMatch(
  query: string,
  ready: (typeof readyLabels)[number]['value'],
  onClear: () => void,
  onAll: () => void,
): ComponentProps<typeof EmptyState> | undefined {
  if (ready !== '')
    return {
      icon: <SearchX size={20} />,
      title: nothingReady(query, ready),
      action: <Button onClick={onAll}>Show all domains</Button>,
      children: 'A domain is ready once its records, its ownership and its certificate are in place.',
    };
  if (query === '') return undefined;
  return {
    icon: <SearchX size={20} />,
    title: `No domain matches “${query}”`,
    action: <Button onClick={onClear}>Clear the search</Button>,
  };
}
