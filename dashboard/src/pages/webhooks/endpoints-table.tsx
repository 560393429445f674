/** Webhook endpoints as rows: where, what, and whether they get anything. */
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../format/dates.ts';
import { Cell, HeadCell, Table } from '../../ui/table.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { eventWords } from './event-groups.ts';
import styles from './webhooks.module.css';
import type { Endpoint } from './webhooks-queries.ts';

export function EndpointsTable({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  return (
    <div className={styles['list']}>
      <Table label="Webhook endpoints">
        <thead>
          <tr>
            <HeadCell>Endpoint</HeadCell>
            <HeadCell>Events</HeadCell>
            <HeadCell>State</HeadCell>
            <HeadCell>Added</HeadCell>
          </tr>
        </thead>
        <tbody>
          {endpoints.map((endpoint) => (
            <tr key={endpoint.uuid}>
              <Cell className={styles['endpoint']}>
                <Link to={`/webhooks/${endpoint.uuid}`} className={styles['url']}>
                  {endpoint.url}
                </Link>
                {endpoint.description === '' ? null : (
                  <span className={styles['muted']}>{endpoint.description}</span>
                )}
              </Cell>
              <Cell label="Events" title={endpoint.events.join(', ')}>
                {eventWords(endpoint.events)}
              </Cell>
              <Cell label="State">
                <span>
                  <EndpointState endpoint={endpoint} />
                </span>
              </Cell>
              <Cell label="Added">
                <time
                  className={styles['muted']}
                  dateTime={endpoint.created_at}
                  title={formatDateTime(endpoint.created_at)}
                >
                  {formatDate(endpoint.created_at)}
                </time>
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
