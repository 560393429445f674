/** What each custom domain, or each external id, used in a calendar month. Source: docs/guides/dashboard-usage.md. */
import { useQuery } from '@tanstack/react-query';
import { Download, Gauge, SearchX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { monthOf } from '../../../../src/core/month.ts';
import { download } from '../../csv/download.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Pending } from '../../ui/pending.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useToast } from '../../ui/toast.tsx';
import { LimitsCard } from './limits-card.tsx';
import { MonthPicker, nameOf } from './month-picker.tsx';
import { monthState } from './month-state.ts';
import styles from './usage.module.css';
import { type UsageView, usageSorts, useUsageView, writeView } from './usage-address.ts';
import { usageFile } from './usage-csv.ts';
import { domainUsageQuery, externalIdUsageQuery, usagePerPage } from './usage-queries.ts';
import { DomainUsageTable, ExternalIdUsageTable } from './usage-tables.tsx';

const Exports = lazy(async () => ({ default: (await import('../exports/exports.tsx')).Exports }));

const groupings = [
  { value: 'domain', label: 'By domain' },
  { value: 'external_id', label: 'By external id' },
] as const;

export function UsagePage() {
  const [openedAt] = useState(() => Date.now());
  const current = monthOf(openedAt);
  const { view, set } = useUsageView(current);
  const accountUuid = useAccountUuid();
  const isByDomain = view.by === 'domain';
  const domains = useQuery({ ...domainUsageQuery(accountUuid, view), enabled: isByDomain });
  const externalIds = useQuery({
    ...externalIdUsageQuery(accountUuid, view.month, view.page),
    enabled: !isByDomain,
  });
  const { data, error, refetch, isPlaceholderData } = isByDomain ? domains : externalIds;
  const toExternalId = (externalId: string): string =>
    `/usage?${writeView({ ...view, by: 'domain', externalId, page: 1 }, current).toString()}`;
  const rows = data?.data ?? [];
  const state = monthState(view.month, rows.length > 0 && rows.every(({ closed }) => closed), openedAt);
  return (
    <Page
      title="Usage"
      description="Requests, bytes and visitors per calendar month, for billing your customers."
      actions={rows.length === 0 ? undefined : <CsvFile view={view} />}
    >
      <div className={styles['toolbar']}>
        <MonthPicker month={view.month} current={current} onPick={(month) => set({ month })} />
        <Segmented
          label="Grouping"
          value={view.by}
          options={groupings}
          onChange={(by) => set({ by, externalId: undefined })}
        />
      </div>
      <Card flush>
        {data === undefined ? (
          <Pending inset error={error} onRetry={() => void refetch()} lines={6} label="Loading usage" />
        ) : rows.length === 0 ? (
          <NothingHere view={view} onChange={set} />
        ) : (
          <>
            <p className={styles['state']}>
              <Badge tone={state.tone}>{state.word}</Badge>
              <span className={styles['sentence']}>
                {view.externalId === undefined ? '' : `Only the external id ${view.externalId}. `}
                {state.sentence}
              </span>
              {view.externalId === undefined ? null : (
                <Button size="s" onClick={() => set({ externalId: undefined })}>
                  Show all domains
                </Button>
              )}
            </p>
            {isByDomain ? (
              <DomainUsageTable
                rows={domains.data?.data ?? []}
                stale={isPlaceholderData}
                sort={view.sort}
                onSort={(asked) => set({ sort: usageSorts.find((sort) => sort === asked) ?? 'host' })}
                toExternalId={toExternalId}
              />
            ) : (
              <ExternalIdUsageTable
                rows={externalIds.data?.data ?? []}
                stale={isPlaceholderData}
                toExternalId={toExternalId}
              />
            )}
            <Pagination
              page={view.page}
              perPage={usagePerPage}
              count={data.pagination.count}
              onChange={(page) => set({ page })}
            />
          </>
        )}
      </Card>
      <p className={styles['note']}>
        Months are UTC months. Deleted domains stay in the months in which they existed.
        {isByDomain ? '' : ' Someone who visits two domains counts as two visitors.'}
      </p>
      <LimitsCard />
      <Suspense>
        <Exports />
      </Suspense>
    </Page>
  );
}

function CsvFile({ view }: { readonly view: UsageView }) {
  const accountUuid = useAccountUuid();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const { name, text } = await usageFile(accountUuid, view);
      download(name, text);
    } catch (error) {
      toast.failed(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<Download size={16} aria-hidden />} busy={isBusy} onClick={() => void save()}>
      Download CSV
    </Button>
  );
}

function NothingHere({
  view: { month, externalId, page },
  onChange,
}: {
  readonly view: UsageView;
  readonly onChange: (change: Partial<UsageView>) => void;
}) {
  if (page > 1)
    return (
      <EmptyState
        title="This page is empty"
        action={<Button onClick={() => onChange({ page: 1 })}>Go to the first page</Button>}
      />
    );
  if (externalId !== undefined)
    return (
      <EmptyState
        icon={<SearchX size={20} />}
        title={`No domain had the external id “${externalId}” in ${nameOf(month)}`}
        action={<Button onClick={() => onChange({ externalId: undefined })}>Show all domains</Button>}
      />
    );
  return (
    <EmptyState
      icon={<Gauge size={20} />}
      title={`No custom domains in ${nameOf(month)}`}
      action={<ButtonLink to="/domains">Go to domains</ButtonLink>}
    >
      Every custom domain that existed in a month is listed with what it used.
    </EmptyState>
  );
}
