/** The account's uploaded certificates. */
import { useQuery } from '@tanstack/react-query';
import { FileBadge, Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ReadOnlyNotice, readOnlyReason } from '../../ui/read-only-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './certificates.module.css';
import { type Certificate, certificateListQuery, perPage } from './certificates-queries.ts';
import { CertificatesTable } from './certificates-table.tsx';
import { DeleteCertificate } from './delete-certificate.tsx';

const UploadDialog = lazy(async () => ({
  default: (await import('./upload/upload-dialog.tsx')).UploadDialog,
}));

export function CertificatesPage() {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const page = pageOf(search);
  const { data, error, refetch } = useQuery(certificateListQuery(accountUuid, page));
  const [toDelete, setToDelete] = useState<Certificate>();
  const [isDeleting, setDeleting] = useState(false);
  const wasOpenedHere: unknown = state;
  const openUpload = (): void => setSearch({ upload: '' }, { state: 'opened-here' });
  const closeUpload = (): void => {
    if (wasOpenedHere === 'opened-here') void navigate(-1);
    else setSearch({}, { replace: true });
  };
  const upload = (
    <Button
      variant="primary"
      icon={<Upload size={16} aria-hidden />}
      disabled={!canWrite}
      title={canWrite ? undefined : readOnlyReason}
      onClick={openUpload}
    >
      Upload certificate
    </Button>
  );
  const count = data?.pagination.count ?? 0;
  return (
    <Page
      title="Certificates"
      description={
        <>
          Certificates you uploaded. Automatic ones are listed with{' '}
          <Link to="/domains" className={styles['inText']}>
            each domain
          </Link>
          ; you need one here only where you want another authority, a wildcard or a name that cannot be
          checked.
        </>
      }
      actions={count === 0 ? undefined : upload}
    >
      <ReadOnlyNotice what="certificates" />
      {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? (
        error ? null : (
          <Card>
            <Skeleton lines={6} label="Loading certificates" />
          </Card>
        )
      ) : count === 0 ? (
        <Card>
          <EmptyState icon={<FileBadge size={20} />} title="No uploaded certificates" action={upload}>
            You don't need any: hosts get certificates automatically. Upload one with its private key if you
            have to use your own.
          </EmptyState>
        </Card>
      ) : data.data.length === 0 ? (
        <Card>
          <EmptyState
            title="This page is empty"
            action={<Button onClick={() => setSearch({})}>Go to the first page</Button>}
          />
        </Card>
      ) : (
        <Card flush>
          <CertificatesTable
            rows={data.data}
            onDelete={(certificate) => {
              setToDelete(certificate);
              setDeleting(true);
            }}
          />
          <Pagination
            page={page}
            perPage={perPage}
            count={count}
            onChange={(next) => setSearch(next === 1 ? {} : { page: String(next) })}
          />
        </Card>
      )}
      <p className={styles['foot']}>
        A certificate is served on every host in this account that it names. Private keys are stored encrypted
        and never shown again.
      </p>
      <Suspense>{search.has('upload') ? <UploadDialog onClose={closeUpload} /> : null}</Suspense>
      {toDelete ? (
        <DeleteCertificate certificate={toDelete} open={isDeleting} onOpenChange={setDeleting} />
      ) : null}
    </Page>
  );
}

function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}
