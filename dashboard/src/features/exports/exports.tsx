/** The account's analytics as files: exports, the buckets that they go to, and schedules. Source: docs/reference/exports.md. */
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { formatBytes, formatInteger } from '../../format/numbers.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Pending } from '../../ui/pending.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { When } from '../../ui/when.tsx';
import { Destinations } from './destinations.tsx';
import {
  type Destination,
  destinations,
  type Export,
  exported,
  type Format,
  formats,
  labelOf,
  type What,
  whats,
} from './export-resources.ts';
import { Schedules } from './schedules.tsx';

const newest = { per_page: 20 };
const pollMs = 2_000;

export function Exports() {
  const account_uuid = useAccountUuid();
  const buckets = useQuery(destinations.list({ account_uuid }, newest)).data?.data ?? [];
  return (
    <>
      <ExportsCard buckets={buckets} />
      <Destinations />
      {buckets.length > 0 ? <Schedules buckets={buckets} /> : null}
    </>
  );
}

function ExportsCard({ buckets }: { readonly buckets: readonly Destination[] }) {
  const account_uuid = useAccountUuid();
  const canWrite = useCanWrite();
  const { data, error, refetch } = useQuery({
    ...exported.list({ account_uuid }, newest),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ finished_at }) => finished_at === null) ? pollMs : false,
  });
  const [isCreating, setCreating] = useState(false);
  const [toDelete, setToDelete] = useState<Export>();
  const forWriters = { disabled: !canWrite, title: canWrite ? undefined : readOnlyReason };
  const columns: readonly Column<Export>[] = [
    {
      name: 'Export',
      render: ({ what, from, to, format }) => (
        <>
          <strong>{labelOf(whats, what)}</strong> {from === to ? from : `${from} to ${to}`},{' '}
          {labelOf(formats, format)}
        </>
      ),
    },
    { name: 'State', render: (one) => <State of={one} /> },
    { name: 'Rows', align: 'end', render: ({ progress }) => formatInteger(progress.rows) },
    { name: 'Size', align: 'end', render: ({ progress }) => formatBytes(progress.bytes) },
    { name: 'Created', render: (one) => <When at={one.created_at} muted /> },
    {
      name: '',
      align: 'end',
      render: (one) => (
        <>
          {hasFile(one) ? (
            <a href={`/api/v1/accounts/${account_uuid}/exports/${one.uuid}/file`} download>
              Download
            </a>
          ) : null}{' '}
          <Button
            {...forWriters}
            size="s"
            aria-label={`Delete the export of ${one.what} from ${one.from} to ${one.to}`}
            onClick={() => setToDelete(one)}
          >
            {one.finished_at === null ? 'Cancel…' : 'Delete…'}
          </Button>
        </>
      ),
    },
  ];
  return (
    <Card
      flush
      title="Exports"
      actions={
        <Button {...forWriters} icon={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          New export
        </Button>
      }
    >
      {data === undefined ? (
        <Pending inset error={error} onRetry={() => void refetch()} lines={2} label="Loading exports" />
      ) : data.data.length > 0 ? (
        <DataTable label="Exports" columns={columns} rows={data.data} keyOf={({ uuid }) => uuid} />
      ) : (
        <EmptyState title="No exports">
          An export writes requests, events or visits into a file for other programs.
        </EmptyState>
      )}
      {isCreating ? <CreateDialog buckets={buckets} onClose={() => setCreating(false)} /> : null}
      {toDelete ? (
        <ConfirmDialog
          title={`Delete the export of ${toDelete.what}?`}
          action="Delete export"
          send={() => exported.remove({ account_uuid, export_uuid: toDelete.uuid })}
          done="The export was deleted."
          changes={[exported.key]}
          onClose={() => setToDelete(undefined)}
        >
          <p>Its file is removed. Objects that are in a bucket stay.</p>
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}

function hasFile({ state, expires_at }: Export): boolean {
  return state === 'done' && expires_at !== null && Date.parse(expires_at) > Date.now();
}

function State({ of: { state, progress, error } }: { readonly of: Export }) {
  if (state === 'done') return <Badge tone="success">Done</Badge>;
  if (state === 'failed')
    return (
      <>
        <Badge tone="danger">Failed</Badge> {error}
      </>
    );
  return (
    <>
      <Badge tone="accent">{state === 'waiting' ? 'Waiting' : 'Running'}</Badge> {progress.days_done} of{' '}
      {progress.days} days{error === null ? '' : `: ${error}`}
    </>
  );
}

type Values = {
  readonly what: What;
  readonly from: string;
  readonly to: string;
  readonly format: Format;
  readonly destination_uuid: string;
};

function CreateDialog({
  buckets,
  onClose,
}: {
  readonly buckets: readonly Destination[];
  readonly onClose: () => void;
}) {
  const account_uuid = useAccountUuid();
  const [yesterday] = useState(() => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10));
  const initial: Values = {
    what: 'requests',
    from: yesterday,
    to: yesterday,
    format: 'parquet',
    destination_uuid: '',
  };
  return (
    <FormDialog
      title="New export"
      onClose={onClose}
      initial={initial}
      fields={({ from, to }) => [
        { name: 'what', kind: 'select', label: 'What', options: whats },
        [
          {
            name: 'from',
            kind: 'text',
            type: 'date',
            label: 'First day',
            required: true,
            problem: from === '' ? 'Choose a day.' : undefined,
          },
          {
            name: 'to',
            kind: 'text',
            type: 'date',
            label: 'Last day',
            required: true,
            parameters: ['to', 'date_range'],
            problem: to === '' ? 'Choose a day.' : to < from ? 'It is before the first day.' : undefined,
          },
        ],
        { name: 'format', kind: 'select', label: 'Format', options: formats },
        {
          name: 'destination_uuid',
          kind: 'select',
          label: 'Goes to',
          options: [
            { value: '', label: 'A file to download' },
            ...buckets.map(({ uuid, bucket, prefix }) => ({ value: uuid, label: `${bucket}/${prefix}` })),
          ],
        },
      ]}
      send={({ destination_uuid, ...values }) =>
        exported.create(
          { account_uuid },
          { ...values, destination_uuid: destination_uuid === '' ? null : destination_uuid },
        )
      }
      changes={[exported.key]}
      action="Create export"
    />
  );
}
