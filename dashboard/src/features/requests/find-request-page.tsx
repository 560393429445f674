/** One request of the account, by the id that its answer had. Source: docs/reference/request-list.md. */
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { api, bodyOf } from '../../api/client.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Pending } from '../../ui/pending.tsx';
import { FindById } from './find-by-id.tsx';
import { RequestFacts, RequestLinks } from './request-facts.tsx';

export function FindRequestPage() {
  const { '*': id = '' } = useParams();
  return (
    <Page
      title="Find a request"
      description="Every answer has an id in X-Request-Id, and so has every error page."
    >
      <FindById key={id} of={id} />
      {id === '' ? null : <Found key={id} id={id} />}
    </Page>
  );
}

function Found({ id }: { readonly id: string }) {
  const accountUuid = useAccountUuid();
  const { data, error, refetch } = useQuery({
    queryKey: ['request', accountUuid, id],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/requests/{request_id}', {
          params: { path: { account_uuid: accountUuid, request_id: id } },
          signal,
        }),
      ),
    retry: false,
  });
  if (error instanceof ApiError && error.status === 404)
    return (
      <Card>
        <EmptyState icon={<SearchX size={20} />} title="No request with this id is recorded">
          Requests appear about two seconds after their end. It may be another account’s, older than what is
          kept, or an id of a proxy in front: that one is in the access log.
        </EmptyState>
      </Card>
    );
  return (
    <Card title="Request">
      {data === undefined ? (
        <Pending error={error} onRetry={() => void refetch()} lines={8} label="Finding the request" />
      ) : (
        <>
          <RequestFacts request={data} />
          <RequestLinks request={data} />
        </>
      )}
    </Card>
  );
}
