/** A host's newest requests, one by one: live, filtered, and back in time. */
import { Inbox, Pause, Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useAddress, withParameter } from '../../ui/address.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Pending } from '../../ui/pending.tsx';
import { useHost } from '../rules/host-frame.tsx';
import { FilterFields } from './filter-fields.tsx';
import { FindById } from './find-by-id.tsx';
import type { ListedRequest } from './merge-requests.ts';
import { NothingHere } from './nothing-here.tsx';
import { filterNames, readFilters } from './request-filters.ts';
import styles from './requests.module.css';
import { RequestsTable } from './requests-table.tsx';
import { useRequests } from './use-requests.ts';

const RequestDetails = lazy(async () => ({
  default: (await import('./request-details.tsx')).RequestDetails,
}));

export function HostRequestsPage() {
  const host = useHost();
  const [search, setSearch] = useAddress();
  const [isLive, setLive] = useState(true);
  const [opened, setOpened] = useState<ListedRequest>();
  const filters = readFilters(search);
  const requests = useRequests(host, filters, isLive);
  const isFiltered = filterNames.some((name) => filters[name] !== '');
  const change = (name: string, value: string): void =>
    setSearch((before) => withParameter(before, name, value), { replace: true });
  if (requests.error instanceof ApiError && requests.error.status === 404) return <NothingHere host={host} />;
  return (
    <>
      <FindById />
      <FilterFields filters={filters} onChange={change} />
      <Card flush>
        <div className={styles['bar']}>
          <p className={styles['state']} data-live={isLive || undefined}>
            {isLive ? 'Live: new requests appear about two seconds after their end.' : 'Paused.'}
          </p>
          <Button
            size="s"
            icon={isLive ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
            onClick={() => setLive(!isLive)}
          >
            {isLive ? 'Pause' : 'Continue'}
          </Button>
        </div>
        {requests.isLoading ? (
          <Pending inset error={requests.error} onRetry={requests.retry} lines={8} label="Loading requests" />
        ) : (
          <>
            {requests.error ? (
              <div className={styles['failure']}>
                <FailureNotice error={requests.error} onRetry={requests.retry} />
              </div>
            ) : null}
            {requests.rows.length > 0 ? (
              <RequestsTable rows={requests.rows} onOpen={setOpened} />
            ) : requests.error ? null : (
              <EmptyState
                icon={<Inbox size={20} />}
                title={isFiltered ? 'No matching requests' : 'No requests yet'}
                action={
                  isFiltered ? (
                    <Button onClick={() => setSearch(() => new URLSearchParams())}>Show all requests</Button>
                  ) : undefined
                }
              >
                {isFiltered ? 'No request matches all filters.' : `Requests for ${host} appear here.`}
              </EmptyState>
            )}
          </>
        )}
        {requests.hasOlder && requests.rows.length > 0 ? (
          <div className={styles['older']}>
            <Button size="s" busy={requests.isLoadingOlder} onClick={requests.loadOlder}>
              Show older requests
            </Button>
          </div>
        ) : null}
      </Card>
      <Suspense>
        {opened ? <RequestDetails request={opened} onClose={() => setOpened(undefined)} /> : null}
      </Suspense>
    </>
  );
}
