/** The versions of a redirect, a domain, an upstream or a host's rules, each of which can be restored. Loaded when it is opened. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Pending } from '../../ui/pending.tsx';
import { useSave } from '../../ui/use-save.ts';
import { When } from '../../ui/when.tsx';
import { differencesOf } from './version-words.ts';
import {
  restoreVersion,
  type Version,
  type Versioned,
  versionsPerPage,
  versionsQuery,
} from './versions-queries.ts';

export function VersionsDialog({
  of,
  name,
  onClose,
}: {
  readonly of: Versioned;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const accountUuid = useAccountUuid();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(versionsQuery(accountUuid, of, page));
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Versions of ${name}`}
      description="The last 50 are kept. Restoring one is a change like any other, and secrets stay as they are."
      size="l"
    >
      {data === undefined ? (
        <Pending error={error} onRetry={() => void refetch()} lines={5} label="Loading the versions" />
      ) : (
        <>
          <VersionsTable of={of} versions={data.data} isFirstPage={page === 1} />
          <Pagination
            page={page}
            perPage={versionsPerPage}
            count={data.pagination.count}
            onChange={setPage}
          />
        </>
      )}
    </Dialog>
  );
}

function VersionsTable({
  of,
  versions,
  isFirstPage,
}: {
  readonly of: Versioned;
  readonly versions: readonly Version[];
  readonly isFirstPage: boolean;
}) {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const { isBusy, run } = useSave({
    done: 'The version was restored.',
    toastsFailures: true,
    // Whatever page it is on shows it.
    onSaved: () => void queryClient.invalidateQueries(),
  });
  const columns: readonly Column<Version>[] = [
    {
      name: 'Version',
      render: ({ n }) => (
        <>
          {n} {isFirstPage && n === versions[0]?.n ? <Badge tone="accent">Now</Badge> : null}
        </>
      ),
    },
    { name: 'When', render: (version) => <When at={version.created_at} /> },
    { name: 'Who', render: ({ actor }) => actor?.name ?? '–' },
    { name: 'What', render: (version) => <Differences version={version} all={versions} /> },
    {
      name: '',
      render: ({ n }) =>
        canWrite && !(isFirstPage && n === versions[0]?.n) ? (
          <Button
            size="s"
            disabled={isBusy}
            aria-label={`Restore version ${n}`}
            onClick={() => void run(() => restoreVersion(accountUuid, of, n))}
          >
            Restore
          </Button>
        ) : null,
    },
  ];
  return <DataTable label="Versions" columns={columns} rows={versions} keyOf={({ n }) => String(n)} />;
}

function Differences({ version, all }: { readonly version: Version; readonly all: readonly Version[] }) {
  const changes = differencesOf(version, all[all.indexOf(version) + 1]);
  if (changes === undefined) return version.n === 1 ? 'First version' : '…';
  return (
    <>
      {changes.map(({ attribute, before = '', after = '' }) => (
        <div key={attribute}>
          {attribute}: <del>{before}</del> → <ins>{after}</ins>
        </div>
      ))}
    </>
  );
}
