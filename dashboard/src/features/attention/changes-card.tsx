/** What changed since yesterday. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { auditEvents } from '../../api/resources.ts';
import { useAccountUuid } from '../../session/session.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pending } from '../../ui/pending.tsx';
import { When } from '../../ui/when.tsx';
import { actionNames, kindName } from '../audit/event-words.ts';
import styles from './overview.module.css';

const shown = 8;
const dayMs = 86_400_000;

export function ChangesCard() {
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...auditEvents.list({ account_uuid: useAccountUuid() }, { per_page: shown }),
    staleTime: 0,
  });
  const events = data?.data.filter(({ created_at: at }) => dataUpdatedAt - Date.parse(at) <= dayMs);
  return (
    <Card title="Changed since yesterday" actions={<Link to="/activity">All activity</Link>}>
      {events === undefined ? (
        <Pending error={error} onRetry={() => void refetch()} lines={5} label="Loading changes" />
      ) : events.length === 0 ? (
        <EmptyState title="Nothing changed" />
      ) : (
        <ul className={styles['changes']}>
          {events.map((event) => (
            <li key={event.uuid}>
              <span>
                {kindName(event.resource)} <BreakableHost text={event.resource_name} />{' '}
                {actionNames[event.action].toLowerCase()} by {event.actor.name}
              </span>
              <When at={event.created_at} muted />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
