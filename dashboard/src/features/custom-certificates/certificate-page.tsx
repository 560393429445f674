/** One certificate: names, issuer, validity, and fingerprints to compare. */
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { certificates } from '../../api/resources.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Pending } from '../../ui/pending.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { CertificateFacts } from './certificate-facts.tsx';
import { CertificateHosts } from './certificate-hosts.tsx';
import { CertificateNames } from './certificate-names.tsx';
import { CertificateValidity } from './certificate-validity.tsx';
import styles from './certificates.module.css';
import { DeleteCertificate } from './delete-certificate.tsx';
import { titleOf } from './names.ts';

export function CertificatePage() {
  const canWrite = useCanWrite();
  const navigate = useNavigate();
  const { certificateUuid = '' } = useParams();
  const { data, error, refetch } = useQuery(
    certificates.one({ account_uuid: useAccountUuid(), certificate_uuid: certificateUuid }),
  );
  const [isDeleting, setDeleting] = useState(false);
  const back = (
    <Link to="/certificates" className={styles['back']}>
      <ArrowLeft size={14} aria-hidden />
      Certificates
    </Link>
  );
  if (data === undefined) {
    const isGone = error instanceof ApiError && error.status === 404;
    return (
      <Page title="Certificate" above={back}>
        {isGone ? (
          <Card>
            <EmptyState
              icon={<FileX size={20} />}
              title="Certificate not found"
              action={<ButtonLink to="/certificates">Show all certificates</ButtonLink>}
            >
              It may have been deleted, or the link is wrong.
            </EmptyState>
          </Card>
        ) : (
          <Card>
            <Pending error={error} onRetry={() => void refetch()} lines={8} label="Loading the certificate" />
          </Card>
        )}
      </Page>
    );
  }
  return (
    <Page
      title={titleOf(data)}
      above={back}
      actions={
        <Button
          icon={<Trash2 size={16} aria-hidden />}
          disabled={!canWrite}
          title={canWrite ? undefined : readOnlyReason}
          onClick={() => setDeleting(true)}
        >
          Delete…
        </Button>
      }
    >
      <CertificateValidity certificate={data} />
      <div className={styles['columns']}>
        <CertificateNames names={data.sans} />
        <CertificateHosts certificate={data} />
      </div>
      <CertificateFacts certificate={data} />
      {isDeleting ? (
        <DeleteCertificate
          certificate={data}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate('/certificates')}
        />
      ) : null}
    </Page>
  );
}
