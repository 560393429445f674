/** Exports that are made every day. Source: docs/reference/exports.md ("Schedules"). */
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formatInteger } from '../../format/numbers.ts';
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
import {
  type Destination,
  type Format,
  formats,
  labelOf,
  type Schedule,
  schedules,
  type What,
  whats,
} from './export-resources.ts';

const all = { per_page: 20 };

export function Schedules({ buckets }: { readonly buckets: readonly Destination[] }) {
  const account_uuid = useAccountUuid();
  const canWrite = useCanWrite();
  const { data, error, refetch } = useQuery(schedules.list({ account_uuid }, all));
  const [isCreating, setCreating] = useState(false);
  const [toDelete, setToDelete] = useState<Schedule>();
  const forWriters = { disabled: !canWrite, title: canWrite ? undefined : readOnlyReason };
  const choices = buckets.map(({ uuid, bucket, prefix }) => ({ value: uuid, label: `${bucket}/${prefix}` }));
  const initial: { what: What; format: Format; destination_uuid: string } = {
    what: 'requests',
    format: 'parquet',
    destination_uuid: choices[0]?.value ?? '',
  };
  const columns: readonly Column<Schedule>[] = [
    {
      name: 'Schedule',
      render: ({ what, format }) => (
        <>
          <strong>{labelOf(whats, what)}</strong>, {labelOf(formats, format)}
        </>
      ),
    },
    {
      name: 'About',
      render: ({ custom_domain_uuid: uuid }) => (uuid === null ? 'All domains' : 'One domain'),
    },
    { name: 'Bucket', render: ({ destination_uuid: uuid }) => labelOf(choices, uuid) },
    { name: 'Late rows', align: 'end', render: ({ late_rows }) => formatInteger(late_rows) },
    { name: 'Created', render: (one) => <When at={one.created_at} as="date" muted /> },
    {
      name: '',
      align: 'end',
      render: (one) => (
        <Button
          {...forWriters}
          size="s"
          aria-label={`Delete the schedule of ${one.what}`}
          onClick={() => setToDelete(one)}
        >
          Delete…
        </Button>
      ),
    },
  ];
  return (
    <Card
      flush
      title="Daily exports"
      actions={
        <Button {...forWriters} icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          New schedule
        </Button>
      }
    >
      {data === undefined ? (
        <Pending inset error={error} onRetry={() => void refetch()} lines={2} label="Loading schedules" />
      ) : data.data.length > 0 ? (
        <DataTable label="Schedules" columns={columns} rows={data.data} keyOf={({ uuid }) => uuid} />
      ) : (
        <EmptyState title="No schedules">
          A schedule exports each day at midnight UTC of the day after the next, into a bucket.
        </EmptyState>
      )}
      {isCreating ? (
        <FormDialog
          title="New schedule"
          onClose={() => setCreating(false)}
          initial={initial}
          fields={() => [
            { name: 'what', kind: 'select', label: 'What', options: whats },
            { name: 'format', kind: 'select', label: 'Format', options: formats },
            { name: 'destination_uuid', kind: 'select', label: 'Bucket', options: choices },
          ]}
          send={(values) => schedules.create({ account_uuid }, values)}
          changes={[schedules.key]}
          action="Create schedule"
        />
      ) : null}
      {toDelete ? (
        <ConfirmDialog
          title={`Delete the schedule of ${toDelete.what}?`}
          action="Delete schedule"
          send={() => schedules.remove({ account_uuid, export_schedule_uuid: toDelete.uuid })}
          done="The schedule was deleted."
          changes={[schedules.key]}
          onClose={() => setToDelete(undefined)}
        >
          <p>Exports that it has made stay.</p>
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}
