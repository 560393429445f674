/** The account's webhook endpoints. */
import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ReadOnlyNotice, readOnlyReason } from '../../ui/read-only-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useListParams } from '../domains/use-list-params.ts';
import { EndpointsTable } from './endpoints-table.tsx';
import { endpointListQuery, endpointsPerPage } from './webhooks-queries.ts';

const EndpointDialog = lazy(async () => ({
  default: (await import('./endpoint-dialog.tsx')).EndpointDialog,
}));

export function WebhooksPage() {
  const canWrite = useCanWrite();
  const { page, setPage } = useListParams(['-created_at']);
  const { data, error, refetch } = useQuery(endpointListQuery(useAccountUuid(), page));
  const [isAdding, setAdding] = useState(false);
  const isEmpty = data !== undefined && data.pagination.count === 0;
  const add = (
    <Button
      variant="primary"
      icon={<Plus size={17} aria-hidden />}
      disabled={!canWrite}
      title={canWrite ? undefined : readOnlyReason}
      onClick={() => setAdding(true)}
    >
      Add endpoint
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      description="Nameplate tells your own program what happens: domains become ready, certificates fail, and more."
      actions={isEmpty ? undefined : add}
    >
      <ReadOnlyNotice what="endpoints" />
      {error && data === undefined ? <FailureNotice error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? (
        error ? null : (
          <Card>
            <Skeleton lines={5} label="Loading webhook endpoints" />
          </Card>
        )
      ) : isEmpty ? (
        <Card>
          <EmptyState icon={<Webhook size={20} />} title="Let your program know" action={add}>
            An endpoint gets a signed POST request for each event, such as a custom domain that is ready for
            its customer to switch.
          </EmptyState>
        </Card>
      ) : (
        <Card flush>
          {data.data.length === 0 ? (
            <EmptyState
              title="This page is empty"
              action={<Button onClick={() => setPage(1)}>Go to the first page</Button>}
            />
          ) : (
            <EndpointsTable endpoints={data.data} />
          )}
          <Pagination
            page={page}
            perPage={endpointsPerPage}
            count={data.pagination.count}
            onChange={setPage}
          />
        </Card>
      )}
      <Suspense>
        {isAdding ? <EndpointDialog endpoint={undefined} onClose={() => setAdding(false)} /> : null}
      </Suspense>
    </Page>
  );
}
