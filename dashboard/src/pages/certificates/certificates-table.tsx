/** Certificates as rows: what they are for, who made them, how long they last. */
import { EllipsisVertical, FileText, Trash2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { formatDate, formatRelative } from '../../format/dates.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useCanWrite } from '../../session/session.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { ActionsHeadCell, Cell, HeadCell, Table } from '../../ui/table.tsx';
import styles from './certificates.module.css';
import type { Certificate } from './certificates-queries.ts';
import { organisationOf, shortName } from './names.ts';
import { ValidityBadge } from './validity-badge.tsx';

export function CertificatesTable({
  rows,
  onDelete,
}: {
  readonly rows: readonly Certificate[];
  readonly onDelete: (certificate: Certificate) => void;
}) {
  const canWrite = useCanWrite();
  const navigate = useNavigate();
  return (
    <Table label="Certificates">
      <thead>
        <tr>
          <HeadCell>Names</HeadCell>
          <HeadCell>Issued by</HeadCell>
          <HeadCell>Expires</HeadCell>
          <HeadCell>State</HeadCell>
          <ActionsHeadCell />
        </tr>
      </thead>
      <tbody>
        {rows.map((certificate) => {
          const { uuid, sans, issuer, subject, expires_at: expiresAt } = certificate;
          const name = titleOf(certificate);
          return (
            <tr key={uuid} className={styles['row']}>
              <Cell className={styles['names']}>
                <Link to={`/certificates/${uuid}`} className={styles['name']}>
                  <BreakableHost text={name} />
                </Link>
                {sans.length > 1 ? (
                  <span className={styles['others']}>
                    {sans.length === 2
                      ? `and ${sans[1]}`
                      : `and ${formatInteger(sans.length - 1)} other names`}
                  </span>
                ) : null}
              </Cell>
              <Cell label="Issued by" className={styles['issuer']}>
                {/* On phones the label and the value stand in two columns: one element each. */}
                <span>
                  <span className={styles['first']}>
                    {issuer === subject && issuer !== '' ? 'Self-signed' : shortName(issuer)}
                  </span>
                  {organisationOf(issuer) === undefined ? null : (
                    <span className={styles['others']}>{organisationOf(issuer)}</span>
                  )}
                </span>
              </Cell>
              <Cell label="Expires" className={styles['expires']}>
                <time dateTime={expiresAt}>
                  <span className={styles['first']}>{formatRelative(expiresAt)}</span>
                  <span className={styles['others']}>{formatDate(expiresAt)}</span>
                </time>
              </Cell>
              <Cell label="State">
                <span>
                  <ValidityBadge certificate={certificate} />
                </span>
              </Cell>
              <Cell className={styles['more']}>
                <Menu
                  trigger={
                    <IconButton label={`Actions for ${name}`} size="s">
                      <EllipsisVertical size={16} aria-hidden />
                    </IconButton>
                  }
                >
                  <MenuItem
                    icon={<FileText size={15} aria-hidden />}
                    onSelect={() => void navigate(`/certificates/${uuid}`)}
                  >
                    Details
                  </MenuItem>
                  <MenuSeparator />
                  <MenuItem
                    icon={<Trash2 size={15} aria-hidden />}
                    danger
                    disabled={!canWrite}
                    onSelect={() => onDelete(certificate)}
                  >
                    Delete…
                  </MenuItem>
                </Menu>
              </Cell>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** What a certificate is called: its first name. */
export function titleOf({ sans, subject }: Pick<Certificate, 'sans' | 'subject'>): string {
  return sans[0] ?? shortName(subject);
}
