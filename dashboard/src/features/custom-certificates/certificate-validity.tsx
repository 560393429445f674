/** From when to when a certificate is valid, and how much of that has passed. */
import type { Certificate } from '../../api/resources.ts';
import { formatDateTime, formatRelative } from '../../format/dates.ts';
import { formatPercentage } from '../../format/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './certificates.module.css';
import { passedShare, validityOf } from './expiry.ts';
import { ValidityBadge } from './validity-badge.tsx';

export function CertificateValidity({ certificate }: { readonly certificate: Certificate }) {
  const { state, tone } = validityOf(certificate);
  const share = passedShare(certificate);
  const hasToAct = state !== 'valid' && state !== 'not_yet_valid';
  return (
    <Card>
      <div className={styles['validity']}>
        <p className={styles['remaining']}>
          <span className={styles['when']}>
            {state === 'expired' ? 'Expired' : 'Expires'} {formatRelative(certificate.expires_at)}
          </span>
          <ValidityBadge certificate={certificate} />
        </p>
        <span
          className={styles['life']}
          data-tone={tone}
          role="img"
          aria-label={`${formatPercentage(share * 100)} of its lifetime has passed`}
        >
          <span style={{ width: `${share * 100}%` }} />
        </span>
        <dl className={styles['ends']}>
          <div>
            <dt>Valid from</dt>
            <dd>{formatDateTime(certificate.not_before)}</dd>
          </div>
          <div>
            <dt>Until</dt>
            <dd>{formatDateTime(certificate.expires_at)}</dd>
          </div>
        </dl>
        {hasToAct ? (
          <Notice tone={tone === 'danger' ? 'danger' : 'warning'}>
            {state === 'expired'
              ? 'Browsers reject it. Upload a replacement, then delete this one.'
              : 'Upload a replacement before it expires. Both can be here at once; the one that expires later is served.'}
          </Notice>
        ) : null}
      </div>
    </Card>
  );
}
