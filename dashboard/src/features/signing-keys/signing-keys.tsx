/** The account's signing keys, with which its own server signs tokens for its customers. */
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type SigningKey, signingKeys } from '../../api/resources.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Pending } from '../../ui/pending.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { When } from '../../ui/when.tsx';

/** The most that there may be. */
const all = { per_page: 20 };

export function SigningKeys() {
  const account_uuid = useAccountUuid();
  const canWrite = useCanWrite();
  const { data, error, refetch } = useQuery(signingKeys.list({ account_uuid }, all));
  const [isCreating, setCreating] = useState(false);
  const [toDelete, setToDelete] = useState<SigningKey>();
  const forWriters = { disabled: !canWrite, title: canWrite ? undefined : readOnlyReason };
  const columns: readonly Column<SigningKey>[] = [
    { name: 'Name', render: ({ name }) => <strong>{name}</strong> },
    { name: 'UUID', render: ({ uuid }) => <code>{uuid}</code> },
    { name: 'Created', render: (key) => <When at={key.created_at} as="date" muted /> },
    {
      name: '',
      render: (key) => (
        <Button {...forWriters} size="s" aria-label={`Delete ${key.name}`} onClick={() => setToDelete(key)}>
          Delete…
        </Button>
      ),
    },
  ];
  return (
    <Card
      flush
      title="Signing keys"
      actions={
        <Button {...forWriters} icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          New signing key
        </Button>
      }
    >
      {data === undefined ? (
        <Pending inset error={error} onRetry={() => void refetch()} lines={2} label="Loading signing keys" />
      ) : data.data.length > 0 ? (
        <DataTable label="Signing keys" columns={columns} rows={data.data} keyOf={({ uuid }) => uuid} />
      ) : (
        <EmptyState title="No signing keys">
          With a key your own server signs tokens that show one customer the analytics of their domains.
        </EmptyState>
      )}
      {isCreating ? (
        <FormDialog
          title="New signing key"
          onClose={() => setCreating(false)}
          initial={{ name: '' }}
          fields={({ name }) => [
            {
              name: 'name',
              kind: 'text',
              label: 'Name',
              placeholder: 'customer portal',
              autoFocus: true,
              required: true,
              maxLength: 200,
              problem: name.trim() === '' ? 'Enter what the key is for.' : undefined,
            },
          ]}
          send={({ name }) => signingKeys.create({ account_uuid }, { name: name.trim() })}
          changes={[signingKeys.key]}
          action="Create key"
          shown={(key) => ({
            title: 'Copy the secret now',
            warning: "This is the only time it's shown. A lost secret can't be recovered, only replaced.",
            text: key.secret,
            label: 'Copy the secret',
            more: (
              <p>
                Tokens name the key as their issuer: <code>{key.uuid}</code>
              </p>
            ),
          })}
        />
      ) : null}
      {toDelete ? (
        <ConfirmDialog
          title={`Delete “${toDelete.name}”?`}
          action="Delete key"
          send={() => signingKeys.remove({ account_uuid, signing_key_uuid: toDelete.uuid })}
          done={`The signing key “${toDelete.name}” was deleted.`}
          changes={[signingKeys.key]}
          onClose={() => setToDelete(undefined)}
        >
          <p>Every token that it signed ends at once.</p>
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}
