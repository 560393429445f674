/** An upstream's cells in the list: its name and state, the domains on it, and what can be done with it. */
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, FileWarning, HeartPulse, History, Lock, LockOpen, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Upstream } from '../../api/resources.ts';
import { formatRelative } from '../../format/dates.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { useInView } from '../../ui/use-in-view.ts';
import { clientCertificateState } from './client-certificate-state.ts';
import { upstreamDomainsQuery, upstreamOrigin } from './upstream-queries.ts';
import styles from './upstreams.module.css';

const shownDomains = 3;

export type UpstreamAction = 'edit' | 'health' | 'errorPages' | 'versions' | 'delete';

export function UpstreamName({ upstream }: { readonly upstream: Upstream }) {
  const Icon = upstream.tls ? Lock : LockOpen;
  return (
    <>
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
    </>
  );
}

export function UpstreamMenu({
  host,
  onSelect,
}: {
  readonly host: string;
  readonly onSelect: (action: UpstreamAction) => void;
}) {
  const canWrite = useCanWrite();
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${host}`} size="s">
          <Ellipsis size={17} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem
        icon={<Pencil size={16} aria-hidden />}
        disabled={!canWrite}
        onSelect={() => onSelect('edit')}
      >
        Edit
      </MenuItem>
      <MenuItem icon={<HeartPulse size={16} aria-hidden />} onSelect={() => onSelect('health')}>
        Check now
      </MenuItem>
      <MenuItem icon={<FileWarning size={16} aria-hidden />} onSelect={() => onSelect('errorPages')}>
        Error pages
      </MenuItem>
      <MenuItem icon={<History size={16} aria-hidden />} onSelect={() => onSelect('versions')}>
        Versions
      </MenuItem>
      <MenuItem
        icon={<Trash2 size={16} aria-hidden />}
        danger
        disabled={!canWrite}
        onSelect={() => onSelect('delete')}
      >
        Delete…
      </MenuItem>
    </Menu>
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

/** Asked for once the row is in view. */
export function DomainsOn({ upstreamUuid }: { readonly upstreamUuid: string }) {
  const { ref, isInView } = useInView<HTMLDivElement>();
  return (
    <div ref={ref}>
      <Domains upstreamUuid={upstreamUuid} isWanted={isInView} />
    </div>
  );
}

function Domains({ upstreamUuid, isWanted }: { readonly upstreamUuid: string; readonly isWanted: boolean }) {
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
