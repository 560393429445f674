/** The account's access tokens. */
import { KeyRound, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type AccessToken, tokens } from '../../api/resources.ts';
import { useAccountUuid, useCanWrite, useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { useAddressDialog } from '../../ui/use-address-dialog.ts';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { tokenState } from './lifetime.ts';
import { RevokeToken } from './revoke-token.tsx';
import styles from './tokens.module.css';

const CreateTokenDialog = lazy(async () => ({
  default: (await import('./create-token-dialog.tsx')).CreateTokenDialog,
}));

const SigningKeys = lazy(async () => ({
  default: (await import('../signing-keys/signing-keys.tsx')).SigningKeys,
}));
const AllowedOrigins = lazy(async () => ({
  default: (await import('../settings/allowed-origins.tsx')).AllowedOrigins,
}));

const scopeWords: Readonly<Record<AccessToken['scope'], string>> = {
  read: 'Read only',
  write: 'Read and write',
  analytics: 'Analytics only',
};

export function TokensPage() {
  const { token: own } = useSession();
  const canWrite = useCanWrite();
  const list = useList(tokens, { account_uuid: useAccountUuid() });
  const { isOpen, open, close } = useAddressDialog('new');
  const [toRevoke, setToRevoke] = useState<AccessToken>();
  const columns: readonly Column<AccessToken>[] = [
    {
      name: 'Name',
      render: ({ uuid, name }) => (
        <span className={styles['nameLine']}>
          <span className={styles['nameText']}>{name}</span>
          {uuid === own?.uuid ? <Badge tone="accent">This session</Badge> : null}
        </span>
      ),
    },
    {
      name: 'Scope',
      render: ({ scope, may_apply: mayApply }) => (
        <>
          {scopeWords[scope]}
          {mayApply ? <div className={styles['muted']}>Applies plans without approval</div> : null}
        </>
      ),
    },
    { name: 'Last used', render: (token) => <When at={token.last_used_at} /> },
    { name: 'Created', render: (token) => <When at={token.created_at} as="date" muted /> },
    {
      name: 'Expires',
      render: ({ expires_at: endsAt }) => {
        const state = tokenState(endsAt);
        return (
          <span className={styles['expiry']}>
            <When at={endsAt} />
            {state === undefined ? null : <Badge tone={state.tone}>{state.words}</Badge>}
          </span>
        );
      },
    },
    {
      name: '',
      className: styles['more'],
      render: (token) => (
        <Button
          size="s"
          disabled={!canWrite}
          title={canWrite ? undefined : readOnlyReason}
          aria-label={`Revoke ${token.name}`}
          onClick={() => setToRevoke(token)}
        >
          Revoke…
        </Button>
      ),
    },
  ];
  return (
    <ListPage
      title="Access tokens"
      description="A token gives access to the API and this dashboard within its scope. Give each person and program their own."
      what="tokens"
      add={{ label: 'New token', icon: <Plus size={16} aria-hidden />, onClick: open }}
      list={list}
      label="Access tokens"
      columns={columns}
      keyOf={({ uuid }) => uuid}
      rowProps={() => ({ className: styles['row'] })}
      empty={{ icon: <KeyRound size={20} />, title: 'No access tokens' }}
    >
      <Suspense>
        <SigningKeys />
        <AllowedOrigins />
      </Suspense>
      <Suspense>{isOpen ? <CreateTokenDialog onClose={close} /> : null}</Suspense>
      {toRevoke ? <RevokeToken token={toRevoke} onClose={() => setToRevoke(undefined)} /> : null}
    </ListPage>
  );
}
