/** Deletes a custom domain, after asking. */
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAccountUuid, useCanWrite } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { readOnlyReason } from '../../../ui/read-only-notice.tsx';
import type { CustomDomain } from '../domain-queries.ts';
import { deleteDomain } from './change-domain.ts';

export function DeleteDomain({ domain }: { readonly domain: CustomDomain }) {
  const [isAsking, setAsking] = useState(false);
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const navigate = useNavigate();
  return (
    <>
      <Button
        variant="danger"
        disabled={!canWrite}
        title={canWrite ? undefined : readOnlyReason}
        onClick={() => setAsking(true)}
      >
        Delete domain
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Delete ${domain.host}?`}
          action="Delete domain"
          typed={domain.host}
          send={() => deleteDomain(accountUuid, domain)}
          done={`${domain.host} was deleted`}
          changes={['custom-domains']}
          deletes={[domain.uuid]}
          onClose={() => setAsking(false)}
          onSaved={() => void navigate('/domains', { replace: true })}
        >
          <p>
            Visitors to <strong>{domain.host}</strong> are turned away immediately, and its analytics are no
            longer available. This can't be undone.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}
