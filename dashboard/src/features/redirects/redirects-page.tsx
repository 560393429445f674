/** The redirects of the account: the list, and the dialogs that change it. */
import { FileUp, Plus, Signpost } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type Redirect, redirects } from '../../api/resources.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Page } from '../../ui/page.tsx';
import { ReadOnlyNotice, readOnlyReason } from '../../ui/read-only-notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useList } from '../../ui/use-list.ts';
import { DeleteRedirects } from './delete-redirects.tsx';
import { ExportButton } from './export-button.tsx';
import { useRedirectsAddress } from './redirects-address.ts';
import styles from './redirects-page.module.css';
import { RedirectsTable } from './redirects-table.tsx';
import { SelectionBar } from './selection-bar.tsx';

const RedirectDialog = lazy(async () => ({
  default: (await import('./redirect-dialog.tsx')).RedirectDialog,
}));
const ImportDialog = lazy(async () => ({
  default: (await import('./import/import-dialog.tsx')).ImportDialog,
}));

const sorts = [
  '-created_at',
  'created_at',
  '-updated_at',
  'updated_at',
  'source_host',
  '-source_host',
  'verdict',
  '-verdict',
] as const;

export function RedirectsPage() {
  const canWrite = useCanWrite();
  const address = useRedirectsAddress();
  const { dialog } = address;
  const list = useList(redirects, { account_uuid: useAccountUuid() }, { sorts });
  const { rows = [], count, query, setQuery } = list;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [toDelete, setToDelete] = useState<readonly Redirect[]>([]);
  const isEmpty = list.rows !== undefined && count === 0 && query === '';
  // What is no longer in sight is never part of what is done to the selected.
  const chosen = rows.filter(({ uuid }) => selected.has(uuid));
  const writeReason = canWrite ? undefined : readOnlyReason;
  const actions = (
    <div className={styles['actions']}>
      {isEmpty ? null : <ExportButton />}
      <Button
        icon={<FileUp size={16} aria-hidden />}
        disabled={!canWrite}
        title={writeReason}
        onClick={() => address.open({ kind: 'import' })}
      >
        Import
      </Button>
      <Button
        variant="primary"
        icon={<Plus size={16} aria-hidden />}
        disabled={!canWrite}
        title={writeReason}
        onClick={() => address.open({ kind: 'new' })}
      >
        New redirect
      </Button>
    </div>
  );
  return (
    <Page
      title="Redirects"
      description="Each redirect sends one host's requests to another address, optionally with the path and query."
      actions={actions}
    >
      <ReadOnlyNotice what="redirects" />
      <ListCard
        list={list}
        label="Redirects"
        bar={
          <div className={styles['bar']}>
            {chosen.length > 0 ? (
              <SelectionBar
                chosen={chosen}
                onClear={() => setSelected(new Set())}
                onDelete={() => setToDelete(chosen)}
              />
            ) : (
              <>
                <div className={styles['filter']}>
                  <SearchField label="Filter redirects" value={query} onChange={setQuery} />
                </div>
                <p className={styles['count']} role="status">
                  {list.rows === undefined
                    ? ''
                    : `${formatInteger(count)} ${count === 1 ? 'redirect' : 'redirects'}${query === '' ? '' : ' found'}`}
                </p>
              </>
            )}
          </div>
        }
        renderRows={() => (
          <RedirectsTable
            rows={rows}
            isStale={list.isStale}
            sort={list.sort}
            onSort={list.setSort}
            selected={selected}
            onSelect={setSelected}
            onEdit={({ uuid }) => address.open({ kind: 'edit', uuid })}
            onDuplicate={({ uuid }) => address.open({ kind: 'copy', uuid })}
            onDelete={(redirect) => setToDelete([redirect])}
          />
        )}
        empty={{
          icon: <Signpost size={20} />,
          title: 'No redirects yet',
          children:
            "Choose a host that points here and the address to send its requests to. A redirect works as soon as it's saved.",
          action: (
            <div className={styles['start']}>
              <Button
                variant="primary"
                disabled={!canWrite}
                title={writeReason}
                onClick={() => address.open({ kind: 'new' })}
              >
                Create the first one
              </Button>
              <Button
                disabled={!canWrite}
                title={writeReason}
                onClick={() => address.open({ kind: 'import' })}
              >
                Import a CSV file
              </Button>
            </div>
          ),
        }}
        noMatch={
          query === ''
            ? undefined
            : {
                title: 'No matching redirects',
                children: `No host or destination contains “${query}”.`,
                action: <Button onClick={() => setQuery('')}>Show all redirects</Button>,
              }
        }
      />
      <Suspense>
        {dialog === undefined ? null : dialog.kind === 'import' ? (
          <ImportDialog onClose={address.close} />
        ) : (
          <RedirectDialog
            key={'uuid' in dialog ? dialog.kind + dialog.uuid : dialog.kind}
            dialog={dialog}
            onClose={address.close}
            onEdit={(uuid) => address.open({ kind: 'edit', uuid })}
          />
        )}
      </Suspense>
      {toDelete.length === 0 ? null : (
        <DeleteRedirects
          redirects={toDelete}
          onClose={() => setToDelete([])}
          onDeleted={() => setSelected(new Set())}
        />
      )}
    </Page>
  );
}
