/** The log of an endpoint's deliveries, the newest first. One that waits is followed until it has ended. */
import { Inbox } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type DeliverySummary, deliveries, type Endpoint } from '../../api/resources.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { useList } from '../../ui/use-list.ts';
import { useListParams } from '../../ui/use-list-params.ts';
import { When } from '../../ui/when.tsx';
import { attemptsWords, lookOf, statusOptions } from './delivery-words.ts';
import { followMs } from './webhook-requests.ts';
import styles from './webhooks.module.css';

const DeliveryDialog = lazy(async () => ({
  default: (await import('./delivery-dialog.tsx')).DeliveryDialog,
}));

export function Deliveries({ endpoint }: { readonly endpoint: Endpoint }) {
  const { filterOf, setFilter } = useListParams(['']);
  const status = statusOptions.find(({ value }) => value === filterOf('status'))?.value;
  const list = useList(
    deliveries,
    { account_uuid: useAccountUuid(), webhook_endpoint_uuid: endpoint.uuid },
    {
      filters: status === undefined ? {} : { status },
      refetchMs: (rows) => (rows.some((listed) => listed.status === 'pending') ? followMs : false),
    },
  );
  const [opened, setOpened] = useState<string>();
  const filter = (
    <select
      aria-label="State"
      className={styles['filter']}
      value={status ?? ''}
      onChange={({ target: { value } }) => setFilter('status', value)}
    >
      <option value="">All deliveries</option>
      {statusOptions.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
  const columns: readonly Column<DeliverySummary>[] = [
    {
      name: 'Event',
      render: ({ uuid, type }) => (
        <button type="button" className={styles['open']} onClick={() => setOpened(uuid)}>
          {type}
        </button>
      ),
    },
    {
      name: 'State',
      render: (delivery) => (
        <span>
          <Badge tone={lookOf(delivery).tone}>{lookOf(delivery).text}</Badge>
        </span>
      ),
    },
    { name: 'Attempts', render: attemptsWords },
    { name: 'When', render: (delivery) => <When at={delivery.created_at} muted /> },
  ];
  const text = 'Each event that is sent to the endpoint is listed here, with what the endpoint answered.';
  return (
    <>
      <ListCard
        title="Deliveries"
        actions={filter}
        list={list}
        label="Deliveries"
        columns={columns}
        keyOf={({ uuid }) => uuid}
        className={styles['deliveries']}
        empty={{ icon: <Inbox size={20} />, title: 'No deliveries yet', children: text }}
        noMatch={
          status === undefined
            ? undefined
            : {
                icon: <Inbox size={20} />,
                title: 'No such deliveries',
                children: text,
                action: <Button onClick={() => setFilter('status', '')}>Show all deliveries</Button>,
              }
        }
      />
      <Suspense>
        {opened === undefined ? null : (
          <DeliveryDialog endpoint={endpoint} deliveryUuid={opened} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </>
  );
}
