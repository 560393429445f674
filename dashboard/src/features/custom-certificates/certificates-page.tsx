/** The account's certificates. */
import { EllipsisVertical, FileBadge, FileText, Trash2, Upload } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Certificate, certificates } from '../../api/resources.ts';
import { formatDate, formatRelative } from '../../format/dates.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { IconButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListPage } from '../../ui/list-page.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Page } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { useAddressDialog } from '../../ui/use-address-dialog.ts';
import { useList } from '../../ui/use-list.ts';
import { useListParams } from '../../ui/use-list-params.ts';
import { AutomaticList } from '../automatic-certificates/automatic-list.tsx';
import styles from './certificates.module.css';
import { DeleteCertificate } from './delete-certificate.tsx';
import { organisationOf, shortName, titleOf } from './names.ts';
import { ValidityBadge } from './validity-badge.tsx';

const UploadDialog = lazy(async () => ({
  default: (await import('./upload/upload-dialog.tsx')).UploadDialog,
}));

const sorts = ['host'] as const;

/** Those that were uploaded, or those that are ordered: each is a list of its own. */
export function CertificatesPage() {
  const { filterOf, clear, setFilter } = useListParams(sorts);
  const shown = filterOf('show') === 'automatic' ? 'automatic' : 'own';
  const choice = (
    <div>
      <Segmented
        label="Which certificates"
        value={shown}
        onChange={(which) => (which === 'own' ? clear() : setFilter('show', which))}
        options={[
          { value: 'own', label: 'Uploaded' },
          { value: 'automatic', label: 'Automatic' },
        ]}
      />
    </div>
  );
  if (shown === 'own') return <OwnCertificates choice={choice} />;
  return (
    <Page
      title="Certificates"
      description="Certificates that are ordered and renewed for you, for every host that has a domain, a redirect or rules."
    >
      {choice}
      <AutomaticList />
    </Page>
  );
}

function OwnCertificates({ choice }: { readonly choice: ReactNode }) {
  const list = useList(certificates, { account_uuid: useAccountUuid() });
  const { isOpen, open, close } = useAddressDialog('upload');
  const [toDelete, setToDelete] = useState<Certificate>();
  const columns: readonly Column<Certificate>[] = [
    ...factColumns,
    {
      name: '',
      className: styles['more'],
      render: (certificate) => (
        <Actions certificate={certificate} onDelete={() => setToDelete(certificate)} />
      ),
    },
  ];
  return (
    <ListPage
      title="Certificates"
      description={
        <>
          Certificates you uploaded. You need one only where you want another authority, a wildcard or a name
          that cannot be checked; all other hosts get{' '}
          <Link to="/certificates?show=automatic" className={styles['inText']}>
            automatic ones
          </Link>
          .
        </>
      }
      what="certificates"
      above={choice}
      add={{ label: 'Upload certificate', icon: <Upload size={16} aria-hidden />, onClick: open }}
      list={list}
      label="Certificates"
      columns={columns}
      keyOf={({ uuid }) => uuid}
      rowProps={() => ({ className: styles['row'] })}
      empty={{
        icon: <FileBadge size={20} />,
        title: 'No uploaded certificates',
        children:
          "You don't need any: hosts get certificates automatically. Upload one with its private key if you have to use your own.",
      }}
    >
      <p className={styles['foot']}>
        A certificate is served on every host in this account that it names. Private keys are stored encrypted
        and never shown again.
      </p>
      <Suspense>{isOpen ? <UploadDialog onClose={close} /> : null}</Suspense>
      {toDelete ? <DeleteCertificate certificate={toDelete} onClose={() => setToDelete(undefined)} /> : null}
    </ListPage>
  );
}

const factColumns: readonly Column<Certificate>[] = [
  {
    name: 'Names',
    className: styles['names'],
    render: (certificate) => {
      const { uuid, sans } = certificate;
      return (
        <>
          <Link to={`/certificates/${uuid}`} className={styles['name']}>
            <BreakableHost text={titleOf(certificate)} />
          </Link>
          {sans.length > 1 ? (
            <span className={styles['others']}>
              {sans.length === 2 ? `and ${sans[1]}` : `and ${formatInteger(sans.length - 1)} other names`}
            </span>
          ) : null}
        </>
      );
    },
  },
  {
    name: 'Issued by',
    className: styles['issuer'],
    // On phones the label and the value stand in two columns: one element each.
    render: ({ issuer, subject }) => (
      <span>
        <span className={styles['first']}>
          {issuer === subject && issuer !== '' ? 'Self-signed' : shortName(issuer)}
        </span>
        {organisationOf(issuer) === undefined ? null : (
          <span className={styles['others']}>{organisationOf(issuer)}</span>
        )}
      </span>
    ),
  },
  {
    name: 'Expires',
    className: styles['expires'],
    render: ({ expires_at: expiresAt }) => (
      <time dateTime={expiresAt}>
        <span className={styles['first']}>{formatRelative(expiresAt)}</span>
        <span className={styles['others']}>{formatDate(expiresAt)}</span>
      </time>
    ),
  },
  {
    name: 'State',
    render: (certificate) => (
      <span>
        <ValidityBadge certificate={certificate} />
      </span>
    ),
  },
];

function Actions({
  certificate,
  onDelete,
}: {
  readonly certificate: Certificate;
  readonly onDelete: () => void;
}) {
  const canWrite = useCanWrite();
  const navigate = useNavigate();
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${titleOf(certificate)}`} size="s">
          <EllipsisVertical size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuItem
        icon={<FileText size={15} aria-hidden />}
        onSelect={() => void navigate(`/certificates/${certificate.uuid}`)}
      >
        Details
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 size={15} aria-hidden />} danger disabled={!canWrite} onSelect={onDelete}>
        Delete…
      </MenuItem>
    </Menu>
  );
}
