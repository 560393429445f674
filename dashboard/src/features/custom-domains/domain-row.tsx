/** A custom domain in the list: where it stands, and what happens on it. */
import { ChartNoAxesColumn, CornerDownRight, Ellipsis, ExternalLink, Settings2, Users } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Upstream } from '../../api/resources.ts';
import { formatDateTime, formatRelative } from '../../format/dates.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { RowCheck } from '../../ui/row-check.tsx';
import { Cell } from '../../ui/table.tsx';
import { upstreamOrigin } from '../upstreams/upstream-queries.ts';
import { CertificateSummary } from './certificate-summary.tsx';
import type { CustomDomain } from './domain-queries.ts';
import styles from './domain-row.module.css';
import { DomainStatus } from './domain-status.tsx';
import { DomainTrafficCell, type TrafficOfPage } from './domain-traffic.tsx';
import { siteOrigin } from './site-address.ts';

export function DomainRow({
  domain,
  upstream,
  traffic,
  isSelected,
  onSelect,
}: {
  readonly domain: CustomDomain;
  /** Undefined until it is known. */
  readonly upstream: Upstream | undefined;
  readonly traffic: TrafficOfPage;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}) {
  const navigate = useNavigate();
  return (
    <tr
      className={styles['row']}
      data-selected={isSelected || undefined}
      onClick={(event) => {
        // A large click target; keyboard and screen reader users have the link in the row.
        if (!isOnControl(event) && !hasSelection()) void navigate(`/domains/${domain.uuid}/visitors`);
      }}
    >
      <Cell className={styles['check']}>
        <RowCheck label={`Select ${domain.host}`} checked={isSelected} onChange={onSelect} />
      </Cell>
      <Cell className={styles['name']}>
        <Link to={`/domains/${domain.uuid}/visitors`} className={styles['host']}>
          <BreakableHost text={domain.host} />
        </Link>
        <span className={styles['target']} title={upstream && upstreamOrigin(upstream)}>
          {upstream ? (
            <>
              <CornerDownRight size={13} aria-hidden />
              <span className="visually-hidden">Upstream </span>
              <span>{upstreamOrigin(upstream).replace('https://', '')}</span>
            </>
          ) : (
            '\u00a0'
          )}
        </span>
        {domain.external_id === '' ? null : (
          <span className={styles['second']} title={domain.external_id}>
            <span className="visually-hidden">External id </span>
            {domain.external_id}
          </span>
        )}
      </Cell>
      <Cell className={styles['status']}>
        <DomainStatus domain={domain} />
        <StatusDetail domain={domain} />
      </Cell>
      <Cell label="Certificate" className={styles['certificate']}>
        <span className={styles['lines']}>
          <CertificateSummary domain={domain} />
        </span>
      </Cell>
      <Cell label="Visitors, 7 days" align="end" className={styles['stat']}>
        {domain.web_analytics === 'off' ? (
          <span className={styles['none']}>Turned off</span>
        ) : (
          <DomainTrafficCell domainUuid={domain.uuid} what="visitors" traffic={traffic} />
        )}
      </Cell>
      <Cell label="Requests, 7 days" align="end" className={styles['stat']}>
        <DomainTrafficCell domainUuid={domain.uuid} what="requests" traffic={traffic} />
      </Cell>
      <Cell className={styles['menu']}>
        <DomainMenu domain={domain} />
      </Cell>
    </tr>
  );
}

/** Links, buttons and the menu, which React counts as inside of the row, do what they say. */
function isOnControl({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  return (
    !(target instanceof Element) ||
    !currentTarget.contains(target) ||
    target.closest('a, button, input') !== null
  );
}

function hasSelection(): boolean {
  return window.getSelection()?.type === 'Range';
}

function StatusDetail({ domain }: { readonly domain: CustomDomain }) {
  if (domain.verdict.cause !== null)
    return (
      <Link to={`/domains/${domain.uuid}/settings`} className={styles['fix']}>
        {domain.verdict.cause}
      </Link>
    );
  if (domain.status === 'dns_records_not_found') {
    return (
      <Link to={`/domains/${domain.uuid}/settings`} className={styles['fix']}>
        {(domain.dns_check?.found.length ?? 0) > 0 ? 'Fix DNS records' : 'Set DNS records'}
      </Link>
    );
  }
  const checkedAt = domain.last_dns_check_at;
  if (checkedAt === null) return <span className={styles['second']}>Within seconds</span>;
  return (
    <span className={styles['second']} title={formatDateTime(checkedAt)}>
      <span className={styles['checked']}>Checked </span>
      {formatRelative(checkedAt)}
    </span>
  );
}

function DomainMenu({ domain }: { readonly domain: CustomDomain }) {
  const navigate = useNavigate();
  const origin = siteOrigin(domain);
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${domain.host}`} size="s">
          <Ellipsis size={17} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem
        icon={<Users size={16} aria-hidden />}
        onSelect={() => void navigate(`/domains/${domain.uuid}/visitors`)}
      >
        Visitors
      </MenuItem>
      <MenuItem
        icon={<ChartNoAxesColumn size={16} aria-hidden />}
        onSelect={() => void navigate(`/domains/${domain.uuid}/requests`)}
      >
        Requests
      </MenuItem>
      <MenuItem
        icon={<Settings2 size={16} aria-hidden />}
        onSelect={() => void navigate(`/domains/${domain.uuid}/settings`)}
      >
        DNS and settings
      </MenuItem>
      {origin === undefined ? null : (
        <MenuItem
          icon={<ExternalLink size={16} aria-hidden />}
          onSelect={() => window.open(`${origin}/`, '_blank', 'noopener')}
        >
          Visit the domain
        </MenuItem>
      )}
    </Menu>
  );
}
