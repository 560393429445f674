/** The account's access tokens. */
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ReadOnlyNotice, readOnlyReason } from '../../ui/read-only-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RevokeToken } from './revoke-token.tsx';
import { type AccessToken, perPage, tokenListQuery } from './tokens-queries.ts';
import { TokensTable } from './tokens-table.tsx';

const CreateTokenDialog = lazy(async () => ({
  default: (await import('./create-token-dialog.tsx')).CreateTokenDialog,
}));

export function TokensPage() {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const asked = Number(search.get('page') ?? 1);
  const page = Number.isSafeInteger(asked) && asked >= 1 ? asked : 1;
  const { data, error, refetch } = useQuery(tokenListQuery(accountUuid, page));
  const [toRevoke, setToRevoke] = useState<AccessToken>();
  const [isRevoking, setRevoking] = useState(false);
  const wasOpenedHere: unknown = state;
  const close = (): void => {
    if (wasOpenedHere === 'opened-here') void navigate(-1);
    else setSearch({}, { replace: true });
  };
  const create = (
    <Button
      variant="primary"
      icon={<Plus size={16} aria-hidden />}
      disabled={!canWrite}
      title={canWrite ? undefined : readOnlyReason}
      onClick={() => setSearch({ new: '' }, { state: 'opened-here' })}
    >
      New token
    </Button>
  );
  return (
    <Page
      title="Access tokens"
      description="A token gives access to the API and this dashboard within its scope. Give each person and program their own."
      actions={create}
    >
      <ReadOnlyNotice what="tokens" />
      {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? (
        error ? null : (
          <Card>
            <Skeleton lines={5} label="Loading access tokens" />
          </Card>
        )
      ) : data.data.length === 0 ? (
        <Card>
          <EmptyState
            icon={<KeyRound size={20} />}
            title={page === 1 ? 'No access tokens' : 'This page is empty'}
            action={page === 1 ? create : <Button onClick={() => setSearch({})}>Go to the first page</Button>}
          />
        </Card>
      ) : (
        <Card flush>
          <TokensTable
            rows={data.data}
            onRevoke={(token) => {
              setToRevoke(token);
              setRevoking(true);
            }}
          />
          <Pagination
            page={page}
            perPage={perPage}
            count={data.pagination.count}
            onChange={(next) => setSearch(next === 1 ? {} : { page: String(next) })}
          />
        </Card>
      )}
      <Suspense>{search.has('new') ? <CreateTokenDialog onClose={close} /> : null}</Suspense>
      {toRevoke ? <RevokeToken token={toRevoke} open={isRevoking} onOpenChange={setRevoking} /> : null}
    </Page>
  );
}
