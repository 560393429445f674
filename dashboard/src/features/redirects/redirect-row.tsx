/** One redirect in the list. */
import {
  Copy,
  EllipsisVertical,
  ExternalLink,
  History,
  ListOrdered,
  MousePointerClick,
  Pencil,
  QrCode,
  Stethoscope,
  Trash2,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { formatDateTime, formatRelative } from '../../format/dates.ts';
import { addressOfRedirect } from '../../qr/short-address.ts';
import { useCanWrite } from '../../session/session.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { RowCheck } from '../../ui/row-check.tsx';
import { Cell } from '../../ui/table.tsx';
import { VerdictBadge } from '../attention/verdict-badge.tsx';
import { ActiveSwitch } from './active-switch.tsx';
import type { Redirect } from './redirect-values.ts';
import { withDialog } from './redirects-address.ts';
import styles from './redirects-table.module.css';

const DiagnosisDialog = lazy(async () => ({
  default: (await import('../diagnosis/diagnosis-dialog.tsx')).DiagnosisDialog,
}));
const VersionsDialog = lazy(async () => ({
  default: (await import('../versions/versions-dialog.tsx')).VersionsDialog,
}));
const QrDialog = lazy(async () => ({ default: (await import('../../qr/qr-dialog.tsx')).QrDialog }));

export function RedirectRow({
  redirect,
  isSelected,
  onSelect,
  onEdit,
  onDuplicate,
  onDelete,
}: {
  readonly redirect: Redirect;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onEdit: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
}) {
  const canWrite = useCanWrite();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [isQrShown, setQrShown] = useState(false);
  const [isWhyShown, setWhyShown] = useState(false);
  const [areVersionsShown, setVersionsShown] = useState(false);
  const { uuid, source_host: host, match_path: path, destination_url: destination, note, verdict } = redirect;
  return (
    <tr
      className={styles['row']}
      data-paused={!redirect.active || undefined}
      data-selected={isSelected || undefined}
    >
      <Cell className={styles['check']}>
        <RowCheck label={`Select ${host}`} checked={isSelected} onChange={onSelect} />
      </Cell>
      <Cell className={styles['source']}>
        <Link
          to={{ search: withDialog(new URLSearchParams(search), { kind: 'edit', uuid }).toString() }}
          state="opened-here"
          className={styles['host']}
        >
          <BreakableHost text={host} />
        </Link>
        <span className={styles['path']}>{path === '*' ? 'every path' : <code>{path}</code>}</span>
        {note === '' ? null : (
          <span className={styles['path']} title={note}>
            {note}
          </span>
        )}
      </Cell>
      <Cell className={styles['destination']}>
        <a href={destination} target="_blank" rel="noopener noreferrer" className={styles['url']}>
          <span className="visually-hidden">Goes to </span>
          <span className={styles['address']}>{destination}</span>
          <ExternalLink size={13} aria-hidden className={styles['external']} />
        </a>
        <span className={styles['keeps']}>{keptParts(redirect)}</span>
      </Cell>
      <Cell className={styles['type']}>
        <span className={styles['status']} title={typeTitle(redirect)}>
          {redirect.redirect_type === 'permanent' ? '301' : '302'}
          <span className="visually-hidden"> {redirect.redirect_type}</span>
        </span>
      </Cell>
      <Cell className={styles['changed']}>
        <time dateTime={redirect.updated_at} title={formatDateTime(redirect.updated_at)}>
          {formatRelative(redirect.updated_at)}
        </time>
      </Cell>
      <Cell className={styles['verdict']}>
        <VerdictBadge verdict={verdict} />
        {verdict.cause === null ? null : (
          <span className={styles['path']} title={verdict.cause}>
            {verdict.cause}
          </span>
        )}
      </Cell>
      <Cell className={styles['state']}>
        <ActiveSwitch redirect={redirect} />
      </Cell>
      <Cell className={styles['more']}>
        <Menu
          trigger={
            <IconButton label={`Actions for ${host}`} size="s">
              <EllipsisVertical size={16} aria-hidden />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil size={15} aria-hidden />} onSelect={onEdit}>
            {canWrite ? 'Edit' : 'View'}
          </MenuItem>
          <MenuItem icon={<Copy size={15} aria-hidden />} disabled={!canWrite} onSelect={onDuplicate}>
            Duplicate
          </MenuItem>
          <MenuItem
            icon={<ListOrdered size={15} aria-hidden />}
            onSelect={() => void navigate(`/rules/${host}`)}
          >
            Rules of this host
          </MenuItem>
          <MenuItem
            icon={<MousePointerClick size={15} aria-hidden />}
            onSelect={() => void navigate(`/redirects/${uuid}/clicks`)}
          >
            Clicks
          </MenuItem>
          <MenuItem icon={<History size={15} aria-hidden />} onSelect={() => setVersionsShown(true)}>
            Versions
          </MenuItem>
          <MenuItem icon={<QrCode size={15} aria-hidden />} onSelect={() => setQrShown(true)}>
            QR code
          </MenuItem>
          <MenuItem icon={<Stethoscope size={15} aria-hidden />} onSelect={() => setWhyShown(true)}>
            Why doesn't it work?
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 size={15} aria-hidden />} danger disabled={!canWrite} onSelect={onDelete}>
            Delete…
          </MenuItem>
        </Menu>
        <Suspense>
          {isWhyShown ? <DiagnosisDialog host={host} onClose={() => setWhyShown(false)} /> : null}
          {areVersionsShown ? (
            <VersionsDialog
              of={{ kind: 'redirect', id: uuid }}
              name={host}
              onClose={() => setVersionsShown(false)}
            />
          ) : null}
          {isQrShown ? (
            <QrDialog address={addressOfRedirect(redirect)} onClose={() => setQrShown(false)} />
          ) : null}
        </Suspense>
      </Cell>
    </tr>
  );
}

function keptParts({ preserve_path: path, preserve_query_string: query }: Redirect): string {
  if (path && query) return 'keeps path and query';
  if (path) return 'keeps the path, drops the query';
  return query ? 'keeps the query, drops the path' : 'always this exact address';
}

function typeTitle({ redirect_type }: Redirect): string {
  return redirect_type === 'permanent' ? '301, moved permanently' : '302, found: temporary';
}
