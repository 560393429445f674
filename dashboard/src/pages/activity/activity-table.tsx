/** Changes as rows: when, who, what, and the values. */
import { formatDateTime, formatRelative } from '../../format/dates.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { Cell, HeadCell, Table } from '../../ui/table.tsx';
import styles from './activity.module.css';
import type { AuditEvent } from './activity-queries.ts';
import { actionNames, changesOf, kindNames, viaOf } from './event-words.ts';

const tones: Readonly<Record<AuditEvent['action'], Tone>> = {
  created: 'success',
  updated: 'accent',
  deleted: 'danger',
};

export function ActivityTable({
  events,
  stale,
}: {
  readonly events: readonly AuditEvent[];
  readonly stale: boolean;
}) {
  return (
    <Table label="Changes" stale={stale}>
      <thead>
        <tr>
          <HeadCell>What</HeadCell>
          <HeadCell>Who</HeadCell>
          <HeadCell>When</HeadCell>
          <HeadCell>Values</HeadCell>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.uuid}>
            <Cell>
              <Badge tone={tones[event.action]}>{actionNames[event.action]}</Badge>
              <div className={styles['what']}>
                <span className={styles['muted']}>{kindNames[event.resource]}</span>{' '}
                <span className={styles['name']}>
                  <BreakableHost text={event.resource_name} />
                </span>
              </div>
            </Cell>
            <Cell label="Who">
              <div className={styles['name']}>{event.actor.name}</div>
              <div className={styles['muted']}>
                {viaOf(event.actor.kind)}
                {event.address === null ? '' : `, ${event.address}`}
              </div>
            </Cell>
            <Cell label="When">
              <time dateTime={event.created_at} title={formatDateTime(event.created_at)}>
                {formatRelative(event.created_at)}
              </time>
            </Cell>
            <Cell label="Values">
              <Values event={event} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Those of a change at once, all others on demand. */
function Values({ event }: { readonly event: AuditEvent }) {
  const list = (
    <dl className={styles['values']}>
      {changesOf(event).map(({ attribute, before, after }) => (
        <div key={attribute}>
          <dt>{attribute}</dt>
          <dd>
            {before === undefined ? null : event.action === 'updated' ? <del>{before}</del> : before}
            {before === undefined || after === undefined ? null : ' → '}
            {after === undefined ? null : event.action === 'updated' ? <ins>{after}</ins> : after}
          </dd>
        </div>
      ))}
    </dl>
  );
  if (event.action === 'updated') return list;
  return (
    <details className={styles['details']}>
      <summary>Show values</summary>
      {list}
    </details>
  );
}
