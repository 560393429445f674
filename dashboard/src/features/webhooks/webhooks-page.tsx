/** The account's webhook endpoints. */
import { Plus, Webhook } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { type Endpoint, endpoints } from '../../api/resources.ts';
import { useAccountUuid } from '../../session/session.ts';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { useList } from '../../ui/use-list.ts';
import { When } from '../../ui/when.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { eventWords } from './event-words.ts';
import styles from './webhooks.module.css';

const EndpointDialog = lazy(async () => ({
  default: (await import('./endpoint-dialog.tsx')).EndpointDialog,
}));

const columns: readonly Column<Endpoint>[] = [
  {
    name: 'Endpoint',
    className: styles['endpoint'],
    render: ({ uuid, url, description }) => (
      <>
        <Link to={`/webhooks/${uuid}`} className={styles['url']}>
          {url}
        </Link>
        {description === '' ? null : <span className={styles['muted']}>{description}</span>}
      </>
    ),
  },
  { name: 'Events', render: ({ events }) => <span title={events.join(', ')}>{eventWords(events)}</span> },
  {
    name: 'State',
    render: (endpoint) => (
      <span>
        <EndpointState endpoint={endpoint} />
      </span>
    ),
  },
  { name: 'Added', render: (endpoint) => <When at={endpoint.created_at} as="date" muted /> },
];

export function WebhooksPage() {
  const list = useList(endpoints, { account_uuid: useAccountUuid() });
  const [isAdding, setAdding] = useState(false);
  return (
    <ListPage
      title="Webhooks"
      description="Notify your own program when domains become ready, certificates fail, and more."
      what="endpoints"
      add={{ label: 'Add endpoint', icon: <Plus size={17} aria-hidden />, onClick: () => setAdding(true) }}
      list={list}
      label="Webhook endpoints"
      columns={columns}
      keyOf={({ uuid }) => uuid}
      className={styles['list']}
      empty={{
        icon: <Webhook size={20} />,
        title: 'Let your program know',
        children:
          'An endpoint gets a signed POST request for each event, such as a custom domain that is ready for its customer to switch.',
      }}
    >
      <Suspense>
        {isAdding ? <EndpointDialog endpoint={undefined} onClose={() => setAdding(false)} /> : null}
      </Suspense>
    </ListPage>
  );
}
