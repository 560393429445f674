/** What an endpoint gets, whether it gets anything, and if not, why. */
import type { Endpoint } from '../../api/resources.ts';
import { formatDateTime, formatRelative } from '../../format/dates.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EndpointState } from './endpoint-state.tsx';
import styles from './webhooks.module.css';

export function EndpointFacts({ endpoint }: { readonly endpoint: Endpoint }) {
  return (
    <Card title="Endpoint" actions={<EndpointState endpoint={endpoint} />}>
      <div className={styles['stack']}>
        {endpoint.disabled_at === null ? null : (
          <Notice tone="danger">
            Disabled {formatRelative(endpoint.disabled_at)}: {endpoint.disabled_reason}. It gets no events
            until you edit it and make it active again.
          </Notice>
        )}
        <dl className={styles['facts']}>
          <dt>Events</dt>
          <dd>{endpoint.events.length === 0 ? 'All events' : <EventList events={endpoint.events} />}</dd>
          {endpoint.previous_secret_expires_at === null ? null : (
            <>
              <dt>Old secret</dt>
              <dd>Signs too until {formatDateTime(endpoint.previous_secret_expires_at)}</dd>
            </>
          )}
          <dt>Added</dt>
          <dd>{formatDateTime(endpoint.created_at)}</dd>
        </dl>
      </div>
    </Card>
  );
}

function EventList({ events }: { readonly events: readonly string[] }) {
  return (
    <ul>
      {events.map((event) => (
        <li key={event}>
          <code>{event}</code>
        </li>
      ))}
    </ul>
  );
}
