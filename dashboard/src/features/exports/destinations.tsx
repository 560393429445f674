/** Buckets that exports go to. Source: docs/reference/exports.md ("Destinations"). */
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Pending } from '../../ui/pending.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { type Destination, destinations } from './export-resources.ts';

const all = { per_page: 20 };

export function Destinations() {
  const account_uuid = useAccountUuid();
  const canWrite = useCanWrite();
  const { data, error, refetch } = useQuery(destinations.list({ account_uuid }, all));
  const [isCreating, setCreating] = useState(false);
  const [toEdit, setToEdit] = useState<Destination>();
  const [toDelete, setToDelete] = useState<Destination>();
  const forWriters = { disabled: !canWrite, title: canWrite ? undefined : readOnlyReason };
  const columns: readonly Column<Destination>[] = [
    { name: 'Bucket', render: ({ bucket }) => <strong>{bucket}</strong> },
    { name: 'Prefix', render: ({ prefix }) => <code>{prefix}</code> },
    { name: 'Region', render: ({ region }) => region },
    { name: 'Endpoint', render: ({ endpoint }) => endpoint ?? 'Amazon S3' },
    {
      name: '',
      align: 'end',
      render: (one) => (
        <>
          <Button {...forWriters} size="s" aria-label={`Edit ${one.bucket}`} onClick={() => setToEdit(one)}>
            Edit…
          </Button>{' '}
          <Button
            {...forWriters}
            size="s"
            aria-label={`Delete ${one.bucket}`}
            onClick={() => setToDelete(one)}
          >
            Delete…
          </Button>
        </>
      ),
    },
  ];
  return (
    <Card
      flush
      title="Buckets for exports"
      actions={
        <Button {...forWriters} icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          Add bucket
        </Button>
      }
    >
      {data === undefined ? (
        <Pending inset error={error} onRetry={() => void refetch()} lines={2} label="Loading buckets" />
      ) : data.data.length > 0 ? (
        <DataTable label="Buckets" columns={columns} rows={data.data} keyOf={({ uuid }) => uuid} />
      ) : (
        <EmptyState title="No buckets">
          Exports can go to an S3 bucket, or one of a compatible service, once or every day.
        </EmptyState>
      )}
      {isCreating ? <EditDialog destination={undefined} onClose={() => setCreating(false)} /> : null}
      {toEdit ? <EditDialog destination={toEdit} onClose={() => setToEdit(undefined)} /> : null}
      {toDelete ? (
        <ConfirmDialog
          title={`Delete “${toDelete.bucket}”?`}
          action="Delete bucket"
          send={() => destinations.remove({ account_uuid, export_destination_uuid: toDelete.uuid })}
          done={`The bucket “${toDelete.bucket}” was deleted here.`}
          changes={[destinations.key]}
          onClose={() => setToDelete(undefined)}
        >
          <p>What is in the bucket stays. Exports to it that wait or run fail.</p>
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}

function EditDialog({
  destination,
  onClose,
}: {
  /** The one to change; undefined: a new one. */
  readonly destination: Destination | undefined;
  readonly onClose: () => void;
}) {
  const account_uuid = useAccountUuid();
  const initial = {
    bucket: destination?.bucket ?? '',
    prefix: destination?.prefix ?? '',
    region: destination?.region ?? 'us-east-1',
    endpoint: destination?.endpoint ?? '',
    access_key_id: '',
    secret_access_key: '',
  };
  return (
    <FormDialog
      title={destination ? 'Edit bucket' : 'Add bucket'}
      onClose={onClose}
      initial={initial}
      fields={({ bucket, access_key_id, secret_access_key }) => [
        {
          name: 'bucket',
          kind: 'text',
          label: 'Bucket',
          autoFocus: true,
          required: true,
          autoCapitalize: 'off',
          problem: bucket.trim() === '' ? 'Enter the name of the bucket.' : undefined,
        },
        {
          name: 'prefix',
          kind: 'text',
          label: 'Prefix',
          optional: true,
          autoCapitalize: 'off',
          placeholder: 'nameplate/',
        },
        [
          { name: 'region', kind: 'text', label: 'Region', required: true, autoCapitalize: 'off' },
          {
            name: 'endpoint',
            kind: 'text',
            label: 'Endpoint',
            optional: true,
            inputMode: 'url',
            autoCapitalize: 'off',
            placeholder: 'Amazon S3',
          },
        ],
        [
          {
            name: 'access_key_id',
            kind: 'text',
            label: 'Access key id',
            autoCapitalize: 'off',
            autoComplete: 'off',
            parameters: ['credentials'],
            problem: !destination && access_key_id === '' ? 'Enter the access key id.' : undefined,
          },
          {
            name: 'secret_access_key',
            kind: 'text',
            label: 'Secret access key',
            type: 'password',
            autoComplete: 'off',
            parameters: [],
            problem:
              (!destination || access_key_id !== '') && secret_access_key === ''
                ? 'Enter the secret access key.'
                : undefined,
          },
        ],
      ]}
      intro={destination ? <p>Without an access key the credentials stay as they are.</p> : undefined}
      send={({ access_key_id, secret_access_key, ...values }) => {
        const body = {
          bucket: values.bucket.trim(),
          prefix: values.prefix.trim(),
          region: values.region.trim(),
          endpoint: values.endpoint.trim() === '' ? null : values.endpoint.trim(),
        };
        const credentials = {
          access_key_id: access_key_id.trim(),
          secret_access_key: secret_access_key.trim(),
        };
        if (!destination) return destinations.create({ account_uuid }, { ...body, credentials });
        return destinations.update(
          { account_uuid, export_destination_uuid: destination.uuid },
          access_key_id === '' ? body : { ...body, credentials },
        );
      }}
      changes={[destinations.key]}
      action={destination ? 'Save changes' : 'Add bucket'}
    />
  );
}
