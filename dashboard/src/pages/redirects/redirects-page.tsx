/** The redirects of the account: the list, and the dialogs that change it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileUp, Plus, Signpost } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ReadOnlyNotice, readOnlyReason } from '../../ui/read-only-notice.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { DeleteRedirects } from './delete-redirects.tsx';
import { ExportButton } from './export-button.tsx';
import type { Redirect } from './redirect-values.ts';
import { useRedirectsAddress } from './redirects-address.ts';
import styles from './redirects-page.module.css';
import { perPage, redirectListQuery } from './redirects-queries.ts';
import { RedirectsTable, RedirectsTableSkeleton } from './redirects-table.tsx';
import { SelectionBar } from './selection-bar.tsx';

const RedirectDialog = lazy(async () => ({
  default: (await import('./redirect-dialog.tsx')).RedirectDialog,
}));
const ImportDialog = lazy(async () => ({
  default: (await import('./import/import-dialog.tsx')).ImportDialog,
}));

export function RedirectsPage() {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const address = useRedirectsAddress();
  const { list, dialog } = address;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...redirectListQuery(accountUuid, list),
    placeholderData: keepPreviousData,
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [toDelete, setToDelete] = useState<readonly Redirect[]>([]);
  const [isDeleting, setDeleting] = useState(false);
  const count = data?.pagination.count ?? 0;
  const isEmpty = data !== undefined && count === 0 && list.query === '';
  const rows = data?.data ?? [];
  // What is no longer in sight is never part of what is done to the selected.
  const chosen = rows.filter(({ uuid }) => selected.has(uuid));
  const askToDelete = (redirects: readonly Redirect[]): void => {
    setToDelete(redirects);
    setDeleting(true);
  };
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
      {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : null}
      {isEmpty ? (
        <Card>
          <EmptyState
            icon={<Signpost size={20} />}
            title="No redirects yet"
            action={
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
            }
          >
            Choose a host that points here and the address to send its requests to. A redirect works as soon
            as it's saved.
          </EmptyState>
        </Card>
      ) : (
        <Card flush>
          <div className={styles['bar']}>
            {chosen.length > 0 ? (
              <SelectionBar
                chosen={chosen}
                onClear={() => setSelected(new Set())}
                onDelete={() => askToDelete(chosen)}
              />
            ) : (
              <>
                <div className={styles['filter']}>
                  <SearchField label="Filter redirects" value={list.query} onChange={address.filter} />
                </div>
                <p className={styles['count']} role="status">
                  {data === undefined
                    ? ''
                    : `${formatInteger(count)} ${count === 1 ? 'redirect' : 'redirects'}${list.query === '' ? '' : ' found'}`}
                </p>
              </>
            )}
          </div>
          {data === undefined ? (
            error ? null : (
              <RedirectsTableSkeleton />
            )
          ) : count === 0 ? (
            <EmptyState
              title="No matching redirects"
              action={<Button onClick={() => address.filter('')}>Show all redirects</Button>}
            >
              No host or destination contains “{list.query}”.
            </EmptyState>
          ) : rows.length === 0 ? (
            <EmptyState
              title="This page is empty"
              action={<Button onClick={() => address.turnTo(1)}>Go to the first page</Button>}
            />
          ) : (
            <RedirectsTable
              rows={rows}
              isStale={isPlaceholderData}
              sort={list.sort}
              onSort={address.sortBy}
              selected={selected}
              onSelect={setSelected}
              onEdit={({ uuid }) => address.open({ kind: 'edit', uuid })}
              onDuplicate={({ uuid }) => address.open({ kind: 'copy', uuid })}
              onDelete={(redirect) => askToDelete([redirect])}
            />
          )}
          {rows.length > 0 ? (
            <Pagination page={list.page} perPage={perPage} count={count} onChange={address.turnTo} />
          ) : null}
        </Card>
      )}
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
      <DeleteRedirects
        redirects={toDelete}
        open={isDeleting}
        onOpenChange={setDeleting}
        onDeleted={() => setSelected(new Set())}
      />
    </Page>
  );
}
