/** The servers that custom domains are proxied to. */
import { Plus, Server } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type Upstream, upstreams } from '../../api/resources.ts';
import { useAccountUuid } from '../../session/session.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { AuthToken } from './auth-token.tsx';
import { ReceivedFields } from './received-fields.tsx';
import { DomainsOn, type UpstreamAction, UpstreamMenu, UpstreamName } from './upstream-cells.tsx';
import styles from './upstreams.module.css';

const UpstreamDialog = lazy(async () => ({
  default: (await import('./upstream-dialog.tsx')).UpstreamDialog,
}));
const UpstreamHealthDialog = lazy(async () => ({
  default: (await import('./upstream-health-dialog.tsx')).UpstreamHealthDialog,
}));
const ErrorPagesDialog = lazy(async () => ({
  default: (await import('./error-pages-dialog.tsx')).ErrorPagesDialog,
}));
const VersionsDialog = lazy(async () => ({
  default: (await import('../versions/versions-dialog.tsx')).VersionsDialog,
}));
const DeleteUpstreamDialog = lazy(async () => ({
  default: (await import('./delete-upstream-dialog.tsx')).DeleteUpstreamDialog,
}));

type Opened = { readonly what: UpstreamAction; readonly upstream: Upstream };

export function UpstreamsPage() {
  const list = useList(
    upstreams,
    { account_uuid: useAccountUuid() },
    { perPage: 20, sorts: ['-created_at', 'created_at', 'host', '-host'] },
  );
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const columns: readonly Column<Upstream>[] = [
    { name: 'Upstream', sort: 'host', render: (upstream) => <UpstreamName upstream={upstream} /> },
    { name: 'Custom domains', render: ({ uuid }) => <DomainsOn upstreamUuid={uuid} /> },
    {
      name: 'Auth token',
      render: ({ auth_token: token, host }) =>
        token === null ? 'Hidden' : <AuthToken token={token} host={host} />,
    },
    {
      name: 'Added',
      sort: 'created_at',
      render: (upstream) => (
        <span className={styles['date']}>
          <When at={upstream.created_at} as="date" />
        </span>
      ),
    },
    {
      name: '',
      className: styles['menu'],
      render: (upstream) => (
        <UpstreamMenu host={upstream.host} onSelect={(what) => setOpened({ what, upstream })} />
      ),
    },
  ];
  return (
    <ListPage
      title="Upstreams"
      description="Your servers. Each custom domain's requests go to its upstream."
      what="upstreams"
      add={{ label: 'Add upstream', icon: <Plus size={17} aria-hidden />, onClick: () => setAdding(true) }}
      list={list}
      label="Upstreams"
      columns={columns}
      keyOf={({ uuid }) => uuid}
      rowProps={() => ({ className: styles['row'] })}
      className={styles['list']}
      empty={{
        icon: <Server size={20} />,
        title: 'Tell Nameplate where your server is',
        children:
          "An upstream is the server behind your customers’ domains. One can serve any number of domains: each request says which one it's for.",
      }}
    >
      <ReceivedFields />
      <Suspense>
        {isAdding ? <UpstreamDialog upstream={undefined} onClose={() => setAdding(false)} /> : null}
        {opened?.what === 'edit' ? <UpstreamDialog upstream={opened.upstream} onClose={close} /> : null}
        {opened?.what === 'health' ? (
          <UpstreamHealthDialog upstream={opened.upstream} onClose={close} />
        ) : null}
        {opened?.what === 'errorPages' ? (
          <ErrorPagesDialog upstream={opened.upstream} onClose={close} />
        ) : null}
        {opened?.what === 'versions' ? (
          <VersionsDialog
            of={{ kind: 'upstream', id: opened.upstream.uuid }}
            name={opened.upstream.host}
            onClose={close}
          />
        ) : null}
        {opened?.what === 'delete' ? (
          <DeleteUpstreamDialog upstream={opened.upstream} onClose={close} />
        ) : null}
      </Suspense>
    </ListPage>
  );
}
