/** The account's hosts: what each has, and the ways to its rules and its requests. */
import { Link } from 'react-router';
import type { Host } from '../../api/resources.ts';
import { formatInteger } from '../../format/numbers.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { When } from '../../ui/when.tsx';
import { VerdictBadge } from '../attention/verdict-badge.tsx';
import styles from './hosts-page.module.css';

export const hostColumns: readonly Column<Host>[] = [
  {
    name: 'Host',
    sort: 'host',
    render: (host) =>
      isWildcard(host) ? (
        <span className={styles['host']}>
          <BreakableHost text={host.host} />
        </span>
      ) : (
        <Link to={`/rules/${host.host}`} className={styles['host']}>
          <BreakableHost text={host.host} />
        </Link>
      ),
  },
  { name: 'Rules', render: ({ rules }) => (rules === 0 ? 'none' : formatInteger(rules)) },
  { name: 'Then', render: (host) => <Then host={host} /> },
  {
    name: 'State',
    sort: 'verdict',
    render: ({ verdict }) => (
      <span>
        <VerdictBadge verdict={verdict} />
      </span>
    ),
  },
  { name: 'Changed', render: (host) => <When at={host.updated_at} /> },
  {
    name: 'Requests',
    render: (host) =>
      isWildcard(host) ? null : (
        <Link to={`/rules/${host.host}/requests`} className={styles['link']}>
          Newest<span className="visually-hidden"> requests of {host.host}</span>
        </Link>
      ),
  },
];

/** What follows after the last rule. */
function Then({ host }: { readonly host: Host }) {
  const { redirect_uuid: redirect, custom_domain_uuid: domain } = host;
  if (redirect === null && domain === null) return <span className={styles['muted']}>404</span>;
  return (
    <span>
      {redirect === null ? null : (
        <Link to={`/redirects?edit=${redirect}`} className={styles['link']}>
          redirect<span className="visually-hidden"> of {host.host}</span>
        </Link>
      )}
      {redirect === null || domain === null ? null : ', '}
      {domain === null ? null : (
        <Link to={`/domains/${domain}`} className={styles['link']}>
          custom domain<span className="visually-hidden"> of {host.host}</span>
        </Link>
      )}
    </span>
  );
}

/** Such a host has neither rules nor requests of its own. */
function isWildcard({ host }: Host): boolean {
  return host.startsWith('*.');
}
