/** The servers that custom domains are proxied to. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, Server } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActionsHeadCell, HeadCell, Table } from '../../ui/table.tsx';
import { useListParams } from '../domains/use-list-params.ts';
import { DeleteUpstreamDialog } from './delete-upstream-dialog.tsx';
import { ErrorPagesDialog } from './error-pages-dialog.tsx';
import { ReceivedFields } from './received-fields.tsx';
import { UpstreamDialog } from './upstream-dialog.tsx';
import { type Upstream, upstreamListQuery, upstreamSorts, upstreamsPerPage } from './upstream-queries.ts';
import { UpstreamRow } from './upstream-row.tsx';
import styles from './upstreams.module.css';

const UpstreamHealthDialog = lazy(async () => ({
  default: (await import('./upstream-health-dialog.tsx')).UpstreamHealthDialog,
}));

type Opened =
  | { readonly what: 'new' }
  | { readonly what: 'edit' | 'health' | 'error_pages' | 'delete'; readonly upstream: Upstream };

export function UpstreamsPage() {
  const canWrite = useCanWrite();
  const { sort, page, setSort, setPage } = useListParams(upstreamSorts);
  const { data, error, refetch } = useQuery({
    ...upstreamListQuery(useAccountUuid(), { sort, page }),
    placeholderData: keepPreviousData,
  });
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const isEmpty = data !== undefined && data.pagination.count === 0;
  const addButton = (
    <Button
      variant="primary"
      icon={<Plus size={17} aria-hidden />}
      disabled={!canWrite}
      title={canWrite ? undefined : readOnlyReason}
      onClick={() => setOpened({ what: 'new' })}
    >
      Add upstream
    </Button>
  );
  return (
    <Page
      title="Upstreams"
      description="Your servers. Each custom domain's requests go to its upstream."
      actions={isEmpty ? undefined : addButton}
    >
      {error && data === undefined ? <FailureNotice error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? (
        error ? null : (
          <Card>
            <Skeleton lines={6} label="Loading upstreams" />
          </Card>
        )
      ) : isEmpty ? (
        <Card>
          <EmptyState
            icon={<Server size={20} />}
            title="Tell Nameplate where your server is"
            action={addButton}
          >
            An upstream is the server behind your customers’ domains. One can serve any number of domains:
            each request says which one it's for.
          </EmptyState>
        </Card>
      ) : (
        <Card flush>
          {data.records.length === 0 ? (
            <EmptyState
              title="This page is empty"
              action={<Button onClick={() => setPage(1)}>Go to the first page</Button>}
            >
              The list has become shorter.
            </EmptyState>
          ) : (
            <div className={styles['list']}>
              <Table label="Upstreams">
                <thead>
                  <tr>
                    <HeadCell sort={{ field: 'host', current: sort, onChange: setSort }}>Upstream</HeadCell>
                    <HeadCell>Custom domains</HeadCell>
                    <HeadCell>Auth token</HeadCell>
                    <HeadCell sort={{ field: 'created_at', current: sort, onChange: setSort }}>
                      Added
                    </HeadCell>
                    <ActionsHeadCell />
                  </tr>
                </thead>
                <tbody>
                  {data.records.map((upstream) => (
                    <UpstreamRow
                      key={upstream.uuid}
                      upstream={upstream}
                      onEdit={() => setOpened({ what: 'edit', upstream })}
                      onHealth={() => setOpened({ what: 'health', upstream })}
                      onErrorPages={() => setOpened({ what: 'error_pages', upstream })}
                      onDelete={() => setOpened({ what: 'delete', upstream })}
                    />
                  ))}
                </tbody>
              </Table>
            </div>
          )}
          <Pagination
            page={page}
            perPage={upstreamsPerPage}
            count={data.pagination.count}
            onChange={setPage}
          />
        </Card>
      )}
      <ReceivedFields />
      {opened?.what === 'new' ? <UpstreamDialog upstream={undefined} onClose={close} /> : null}
      {opened?.what === 'edit' ? <UpstreamDialog upstream={opened.upstream} onClose={close} /> : null}
      <Suspense>
        {opened?.what === 'health' ? (
          <UpstreamHealthDialog upstream={opened.upstream} onClose={close} />
        ) : null}
      </Suspense>
      {opened?.what === 'error_pages' ? (
        <ErrorPagesDialog upstream={opened.upstream} onClose={close} />
      ) : null}
      {opened?.what === 'delete' ? <DeleteUpstreamDialog upstream={opened.upstream} onClose={close} /> : null}
    </Page>
  );
}
