/** The log of an endpoint's deliveries, the newest first. One that waits is followed until it has ended. */
import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatDateTime, formatRelative } from '../../format/dates.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Pending } from '../../ui/pending.tsx';
import { Cell, HeadCell, Table } from '../../ui/table.tsx';
import { useListParams } from '../domains/use-list-params.ts';
import { attemptsWords, lookOf, statusOptions } from './delivery-words.ts';
import styles from './webhooks.module.css';
import { deliveriesPerPage, deliveryListQuery, type Endpoint } from './webhooks-queries.ts';

const DeliveryDialog = lazy(async () => ({
  default: (await import('./delivery-dialog.tsx')).DeliveryDialog,
}));

export function Deliveries({ endpoint }: { readonly endpoint: Endpoint }) {
  const [search, setSearch] = useSearchParams();
  const status = statusOptions.find(({ value }) => value === search.get('status'))?.value;
  const { page, setPage } = useListParams(['-created_at']);
  const { data, error, refetch } = useQuery(
    deliveryListQuery(useAccountUuid(), endpoint.uuid, { page, status }),
  );
  const [opened, setOpened] = useState<string>();
  const filter = (
    <select
      aria-label="State"
      className={styles['filter']}
      value={status ?? ''}
      onChange={({ target: { value } }) =>
        setSearch(value === '' ? {} : { status: value }, { replace: true })
      }
    >
      <option value="">All deliveries</option>
      {statusOptions.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
  return (
    <Card title="Deliveries" flush actions={filter}>
      {data === undefined ? (
        <Pending inset error={error} onRetry={() => void refetch()} lines={5} label="Loading deliveries" />
      ) : data.data.length === 0 ? (
        <EmptyState
          icon={<Inbox size={20} />}
          title={status === undefined && page === 1 ? 'No deliveries yet' : 'No such deliveries'}
          action={
            status === undefined && page === 1 ? undefined : (
              <Button onClick={() => setSearch({})}>Show all deliveries</Button>
            )
          }
        >
          Each event that is sent to the endpoint is listed here, with what the endpoint answered.
        </EmptyState>
      ) : (
        <div className={styles['deliveries']}>
          <Table label="Deliveries">
            <thead>
              <tr>
                <HeadCell>Event</HeadCell>
                <HeadCell>State</HeadCell>
                <HeadCell>Attempts</HeadCell>
                <HeadCell>When</HeadCell>
              </tr>
            </thead>
            <tbody>
              {data.data.map((delivery) => {
                const { tone, text } = lookOf(delivery);
                return (
                  <tr key={delivery.uuid}>
                    <Cell>
                      <button
                        type="button"
                        className={styles['open']}
                        onClick={() => setOpened(delivery.uuid)}
                      >
                        {delivery.type}
                      </button>
                    </Cell>
                    <Cell label="State">
                      <span>
                        <Badge tone={tone}>{text}</Badge>
                      </span>
                    </Cell>
                    <Cell label="Attempts">{attemptsWords(delivery)}</Cell>
                    <Cell label="When">
                      <time
                        className={styles['muted']}
                        dateTime={delivery.created_at}
                        title={formatDateTime(delivery.created_at)}
                      >
                        {formatRelative(delivery.created_at)}
                      </time>
                    </Cell>
                  </tr>
                );
              })}
            </tbody>
          </Table>
        </div>
      )}
      {data === undefined ? null : (
        <Pagination
          page={page}
          perPage={deliveriesPerPage}
          count={data.pagination.count}
          onChange={setPage}
        />
      )}
      <Suspense>
        {opened === undefined ? null : (
          <DeliveryDialog endpoint={endpoint} deliveryUuid={opened} onClose={() => setOpened(undefined)} />
        )}
      </Suspense>
    </Card>
  );
}
