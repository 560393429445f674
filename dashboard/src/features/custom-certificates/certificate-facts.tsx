/** The numbers and names of a certificate, each with a button that copies it. */

import type { ReactNode } from 'react';
import type { Certificate } from '../../api/resources.ts';
import { formatDateTime } from '../../format/dates.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import styles from './certificates.module.css';

export function CertificateFacts({ certificate }: { readonly certificate: Certificate }) {
  const { subject, issuer, created_at: createdAt } = certificate;
  return (
    <Card title="Details">
      <dl className={styles['facts']}>
        <Fact name="Subject" value={subject === '' ? 'none' : subject} />
        <Fact
          name="Issuer"
          value={issuer}
          note={issuer === subject && issuer !== '' ? 'Self-signed: browsers show a warning.' : undefined}
        />
        <Fact name="Serial number" value={certificate.serial_number} isCode />
        <Fact name="Fingerprint" value={certificate.fingerprint} isCode note="SHA-256 of the certificate." />
        <Fact
          name="Key hash"
          value={certificate.public_key_sha}
          isCode
          note="SHA-1 of the public key, the same for every certificate with this key."
        />
        <Fact name="Signature" value={certificate.signature_algorithm} isCode />
        <Fact name="Uploaded" value={formatDateTime(createdAt)} isPlain />
        <div className={styles['fact']}>
          <dt>Chain</dt>
          <dd>
            The intermediates that were uploaded with it are sent along, in order; roots and what does not
            belong to it were left out. To give it another chain, delete it and upload it again.
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function Fact({
  name,
  value,
  note,
  isCode = false,
  isPlain = false,
}: {
  readonly name: string;
  readonly value: string;
  readonly note?: ReactNode;
  readonly isCode?: boolean;
  /** Nothing that anybody would copy. */
  readonly isPlain?: boolean;
}) {
  return (
    <div className={styles['fact']}>
      <dt>{name}</dt>
      <dd>
        <span className={styles['value']}>
          {isCode ? <code>{value}</code> : <span>{value}</span>}
          {isPlain ? null : <CopyButton text={value} label={`Copy ${name.toLowerCase()}`} />}
        </span>
        {note === undefined ? null : <span className={styles['muted']}>{note}</span>}
      </dd>
    </div>
  );
}
