/** Deletes a custom domain, after asking. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { CustomDomain } from '../domains/domain-queries.ts';
import { deleteDomain } from './change-domain.ts';

export function DeleteDomain({ domain }: { readonly domain: CustomDomain }) {
  const [isAsking, setAsking] = useState(false);
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const remove = async (): Promise<void> => {
    await deleteDomain(accountUuid, domain);
    // Navigate first: the deleted domain's page would fetch it again.
    await navigate('/domains', { replace: true });
    queryClient.removeQueries({ queryKey: ['custom-domains', 'one', domain.uuid] });
    void queryClient.invalidateQueries({ queryKey: ['custom-domains'] });
    toast.done(`${domain.host} was deleted`);
  };
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
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete ${domain.host}?`}
        action="Delete domain"
        typed={domain.host}
        onConfirm={remove}
      >
        <p>
          Visitors to <strong>{domain.host}</strong> are turned away immediately, and its analytics are no
          longer available. This can't be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
