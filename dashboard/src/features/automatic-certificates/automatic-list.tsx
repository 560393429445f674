/** The certificates that the service orders, host by host: their state, what is wrong, and what becomes of their renewals. */
import { FileBadge } from 'lucide-react';
import { type AutomaticCertificate, automaticCertificates } from '../../api/resources.ts';
import { formatDate, formatRelative } from '../../format/dates.ts';
import { useAccountUuid } from '../../session/session.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { useList } from '../../ui/use-list.ts';
import styles from '../custom-certificates/certificates.module.css';
import { shortName } from '../custom-certificates/names.ts';
import { AutomaticState } from './automatic-state.tsx';

const sorts = ['host', '-host', 'expires_at', '-expires_at', 'next_attempt_at', '-next_attempt_at'] as const;

export function AutomaticList() {
  const list = useList(automaticCertificates, { account_uuid: useAccountUuid() }, { sorts });
  return (
    <ListCard
      list={list}
      label="Automatic certificates"
      columns={columns}
      keyOf={({ host }) => host}
      rowProps={() => ({ className: styles['row'] })}
      empty={{
        icon: <FileBadge size={20} />,
        title: 'No hosts yet',
        children: 'Hosts with a custom domain, a redirect or rules get certificates automatically.',
      }}
    />
  );
}

const columns: readonly Column<AutomaticCertificate>[] = [
  {
    name: 'Host',
    sort: 'host',
    className: styles['names'],
    render: ({ host, issuer }) => (
      <>
        <span className={styles['name']}>
          <BreakableHost text={host} />
        </span>
        {issuer === null ? null : <span className={styles['others']}>{shortName(issuer)}</span>}
      </>
    ),
  },
  {
    name: 'State',
    render: ({ state }) => (
      <span>
        <AutomaticState state={state} />
      </span>
    ),
  },
  {
    name: 'Expires',
    sort: 'expires_at',
    className: styles['expires'],
    render: ({ expires_at: expiresAt }) => <Time at={expiresAt} />,
  },
  {
    name: 'Next attempt',
    sort: 'next_attempt_at',
    className: styles['expires'],
    render: ({ next_attempt_at: nextAttemptAt }) => <Time at={nextAttemptAt} />,
  },
  {
    name: 'Problem',
    render: ({ last_error: error, renewal }) =>
      error ?? (renewal?.state === 'will_fail' ? `The next renewal will fail: ${renewal.reason}` : '—'),
  },
];

function Time({ at }: { readonly at: string | null }) {
  if (at === null) return '—';
  return (
    <time dateTime={at}>
      <span className={styles['first']}>{formatRelative(at)}</span>
      <span className={styles['others']}>{formatDate(at)}</span>
    </time>
  );
}
