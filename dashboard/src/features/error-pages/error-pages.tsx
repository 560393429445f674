/** The error pages of an upstream or a custom domain: which there are, and an editor for one at a time. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorPageStatuses } from '../../../../src/core/error-page.ts';
import { formatBytes } from '../../format/numbers.ts';
import { useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Pending } from '../../ui/pending.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { ErrorPageEditor } from './error-page-editor.tsx';
import {
  deleteErrorPage,
  type ErrorPageSummary,
  errorPagesQuery,
  getErrorPage,
  type PageOwner,
} from './error-page-queries.ts';
import styles from './error-pages.module.css';

type Status = ErrorPageSummary['status'];

const uses: Readonly<Record<Status, string>> = {
  404: 'Your server has no such page',
  502: 'Your server can’t be reached or fails',
  503: 'Maintenance, or too many requests',
};

export function ErrorPages({ owner }: { readonly owner: PageOwner }) {
  const query = errorPagesQuery(owner);
  const { data, error, refetch } = useQuery(query);
  const queryClient = useQueryClient();
  const canWrite = useCanWrite();
  const toast = useToast();
  const [edited, setEdited] = useState<{ readonly status: Status; readonly html: string } | undefined>();
  const [busy, setBusy] = useState<Status | undefined>();
  const [failure, setFailure] = useState<unknown>(undefined);

  const run = async (status: Status, action: () => Promise<void>): Promise<void> => {
    setBusy(status);
    setFailure(undefined);
    try {
      await action();
    } catch (problem) {
      setFailure(problem);
    } finally {
      setBusy(undefined);
    }
  };
  const edit = (status: Status, isThere: boolean): Promise<void> =>
    run(status, async () => {
      setEdited({ status, html: isThere ? (await getErrorPage(owner, status)).html : '' });
    });
  const remove = (status: Status): Promise<void> =>
    run(status, async () => {
      await deleteErrorPage(owner, status);
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
      toast.done(`The page for ${status} was deleted`);
    });

  if (!data)
    return <Pending error={error} onRetry={() => void refetch()} lines={3} label="Loading the error pages" />;
  const pages = new Map(data.data.map((page) => [page.status, page]));
  return (
    <div className={styles['pages']}>
      <ul className={styles['list']} aria-label="Error pages">
        {errorPageStatuses.map((status) => {
          const page = pages.get(status);
          return (
            <li key={status}>
              <div className={styles['row']}>
                <span className={styles['status']}>{status}</span>
                <span className={styles['use']}>
                  {uses[status]}
                  <span className={styles['size']}>
                    {page ? `Your page, ${formatBytes(page.size_bytes)}` : 'No page of your own'}
                  </span>
                </span>
                <span className={styles['buttons']}>
                  <Button
                    size="s"
                    busy={busy === status}
                    disabled={!canWrite || edited?.status === status}
                    title={canWrite ? undefined : readOnlyReason}
                    aria-label={page ? `Edit the page for ${status}` : `Add a page for ${status}`}
                    onClick={() => void edit(status, page !== undefined)}
                  >
                    {page ? 'Edit' : 'Add'}
                  </Button>
                  {page ? (
                    <Button
                      size="s"
                      variant="ghost"
                      disabled={!canWrite || busy !== undefined || edited?.status === status}
                      aria-label={`Delete the page for ${status}`}
                      onClick={() => void remove(status)}
                    >
                      Delete
                    </Button>
                  ) : null}
                </span>
              </div>
              {edited?.status === status ? (
                <ErrorPageEditor
                  owner={owner}
                  status={status}
                  html={edited.html}
                  onClose={() => setEdited(undefined)}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
      {failure === undefined ? null : <FailureNotice error={failure} />}
    </div>
  );
}
