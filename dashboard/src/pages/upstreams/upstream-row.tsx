/** An upstream in the list, with the domains on it and its token on demand. */
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, FileWarning, HeartPulse, Lock, LockOpen, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDate, formatDateTime, formatRelative } from '../../format/dates.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Cell } from '../../ui/table.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import { AuthToken } from './auth-token.tsx';
import { clientCertificateState } from './client-certificate-state.ts';
import { type Upstream, upstreamDomainsQuery, upstreamOrigin } from './upstream-queries.ts';
import styles from './upstreams.module.css';

const shownDomains = 3;

export function UpstreamRow({
  upstream,
  onEdit,
  onHealth,
  onErrorPages,
  onDelete,
}: {
  readonly upstream: Upstream;
  readonly onEdit: () => void;
  readonly onHealth: () => void;
  readonly onErrorPages: () => void;
  readonly onDelete: () => void;
}) {
  const canWrite = useCanWrite();
  const { ref, isInView } = useInView<HTMLTableRowElement>();
  const Icon = upstream.tls ? Lock : LockOpen;
  return (
    <tr ref={ref} className={styles['row']}>
      <Cell>
        <span className={styles['origin']}>
          <BreakableHost text={upstreamOrigin(upstream)} />
        </span>
        <span className={upstream.tls ? styles['second'] : styles['clear']}>
          <Icon size={13} aria-hidden />
          {upstream.tls ? 'TLS' : 'Clear text'}
          {upstream.targets.length === 0
            ? null
            : `, and ${formatInteger(upstream.targets.length)} more ${upstream.targets.length === 1 ? 'server' : 'servers'}`}
        </span>
        <ClientCertificateWarning upstream={upstream} />
        {upstream.maintenance ? <Badge tone="warning">Maintenance</Badge> : null}
      </Cell>
      <Cell label="Domains">
        <DomainsOn upstreamUuid={upstream.uuid} isWanted={isInView} />
      </Cell>
      <Cell label="Auth token">
        <AuthToken token={upstream.auth_token} host={upstream.host} />
      </Cell>
      <Cell label="Added">
        <span className={styles['date']} title={formatDateTime(upstream.created_at)}>
          {formatDate(upstream.created_at)}
        </span>
      </Cell>
      <Cell className={styles['menu']}>
        <Menu
          trigger={
            <IconButton label={`Actions for ${upstream.host}`} size="s">
              <Ellipsis size={17} aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil size={16} aria-hidden />} disabled={!canWrite} onSelect={onEdit}>
            Edit
          </MenuItem>
          <MenuItem icon={<HeartPulse size={16} aria-hidden />} onSelect={onHealth}>
            Check now
          </MenuItem>
          <MenuItem icon={<FileWarning size={16} aria-hidden />} onSelect={onErrorPages}>
            Error pages
          </MenuItem>
          <MenuItem icon={<Trash2 size={16} aria-hidden />} danger disabled={!canWrite} onSelect={onDelete}>
            Delete
          </MenuItem>
        </Menu>
      </Cell>
    </tr>
  );
}

function ClientCertificateWarning({ upstream }: { readonly upstream: Upstream }) {
  const [openedAt] = useState(() => Date.now());
  const expiresAt = upstream.tls_client_certificate_expires_at;
  if (expiresAt === null) return null;
  const { warning } = clientCertificateState(expiresAt, openedAt);
  if (warning === undefined) return null;
  return (
    <Badge tone={warning}>
      {warning === 'danger'
        ? 'Client certificate expired'
        : `Client certificate expires ${formatRelative(expiresAt)}`}
    </Badge>
  );
}

function DomainsOn({
  upstreamUuid,
  isWanted,
}: {
  readonly upstreamUuid: string;
  readonly isWanted: boolean;
}) {
  const { data, isError } = useQuery({
    ...upstreamDomainsQuery(useAccountUuid(), upstreamUuid, shownDomains),
    enabled: isWanted,
  });
  if (isError) return <span className={styles['none']}>Not available</span>;
  if (data === undefined) return <span className={styles['none']}>…</span>;
  if (data.data.length === 0) return <span className={styles['none']}>None</span>;
  const more = data.pagination.count - data.data.length;
  return (
    <ul className={styles['domains']}>
      {data.data.map(({ uuid, host }) => (
        <li key={uuid}>
          <Link to={`/domains/${uuid}/settings`}>
            <BreakableHost text={host} />
          </Link>
        </li>
      ))}
      {more > 0 ? <li className={styles['none']}>and {formatInteger(more)} more</li> : null}
    </ul>
  );
}
