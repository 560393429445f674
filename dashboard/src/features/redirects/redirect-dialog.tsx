/** Creates or edits a redirect over the list. Which one stands in the address, so that it can be linked and reloaded. */
import { useQuery } from '@tanstack/react-query';
import { redirects } from '../../api/resources.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Pending } from '../../ui/pending.tsx';
import { RedirectCertificate } from './redirect-certificate.tsx';
import { RedirectForm } from './redirect-form.tsx';
import { newRedirect, type RedirectValues, valuesOf } from './redirect-values.ts';
import type { OpenDialog } from './redirects-address.ts';

type FormDialog = Exclude<OpenDialog, { readonly kind: 'import' }>;

export function RedirectDialog({
  dialog,
  onClose,
  onEdit,
}: {
  readonly dialog: FormDialog;
  readonly onClose: () => void;
  /** Goes on with another redirect. */
  readonly onEdit: (uuid: string) => void;
}) {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const uuid = dialog.kind === 'new' ? '' : dialog.uuid;
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...redirects.one({ account_uuid: accountUuid, redirect_uuid: uuid }),
    enabled: uuid !== '',
    // Never starts from cached data, which another page or the switch may have changed.
    refetchOnMount: 'always',
    // The values must not change while they are being edited.
    refetchOnWindowFocus: false,
  });
  const initial: RedirectValues | undefined =
    dialog.kind === 'new'
      ? newRedirect
      : data && isFetchedAfterMount
        ? startOf(dialog.kind, valuesOf(data))
        : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={titleOf(dialog.kind, canWrite)}
      size="l"
    >
      {initial === undefined ? (
        <Pending error={error} onRetry={() => void refetch()} lines={7} label="Loading the redirect" />
      ) : (
        <>
          {dialog.kind === 'edit' ? <RedirectCertificate host={initial.source_host} /> : null}
          <RedirectForm
            draftKey={`redirect:${dialog.kind}:${uuid}`}
            uuid={dialog.kind === 'edit' ? uuid : undefined}
            initial={initial}
            onClose={onClose}
            onEdit={onEdit}
          />
        </>
      )}
    </Dialog>
  );
}

/** A copy needs a host of its own: a host has one redirect. */
function startOf(kind: 'copy' | 'edit', values: RedirectValues): RedirectValues {
  return kind === 'edit' ? values : { ...values, source_host: '' };
}

function titleOf(kind: FormDialog['kind'], canWrite: boolean): string {
  if (kind === 'edit') return canWrite ? 'Edit redirect' : 'Redirect';
  return kind === 'copy' ? 'Duplicate redirect' : 'New redirect';
}
