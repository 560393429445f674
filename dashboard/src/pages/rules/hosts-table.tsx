/** The account's hosts: what each has, and the ways to its rules and its requests. */
import { Link } from 'react-router';
import { formatDateTime, formatRelative } from '../../format/dates.ts';
import { formatInteger } from '../../format/numbers.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { Cell, HeadCell, Table } from '../../ui/table.tsx';
import styles from './hosts-page.module.css';
import type { Host } from './hosts-queries.ts';

export function HostsTable({
  hosts,
  stale,
  sort,
  onSort,
}: {
  readonly hosts: readonly Host[];
  readonly stale: boolean;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}) {
  return (
    <Table label="Hosts" stale={stale}>
      <thead>
        <tr>
          <HeadCell sort={{ field: 'host', current: sort, onChange: onSort }}>Host</HeadCell>
          <HeadCell>Rules</HeadCell>
          <HeadCell>Then</HeadCell>
          <HeadCell>Changed</HeadCell>
          <HeadCell>Requests</HeadCell>
        </tr>
      </thead>
      <tbody>
        {hosts.map((host) => (
          <tr key={host.host}>
            <Cell>
              {isWildcard(host) ? (
                <span className={styles['host']}>
                  <BreakableHost text={host.host} />
                </span>
              ) : (
                <Link to={`/rules/${host.host}`} className={styles['host']}>
                  <BreakableHost text={host.host} />
                </Link>
              )}
            </Cell>
            <Cell label="Rules">{host.rules === 0 ? 'none' : formatInteger(host.rules)}</Cell>
            <Cell label="Then">
              <Then host={host} />
            </Cell>
            <Cell label="Changed">
              <time dateTime={host.updated_at} title={formatDateTime(host.updated_at)}>
                {formatRelative(host.updated_at)}
              </time>
            </Cell>
            <Cell label="Requests">
              {isWildcard(host) ? null : (
                <Link to={`/rules/${host.host}/requests`} className={styles['link']}>
                  Newest<span className="visually-hidden"> requests of {host.host}</span>
                </Link>
              )}
            </Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

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
