/** The certificate of a domain in two lines of a list. */
import { formatDate, formatRelative } from '../../format/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import type { CustomDomain } from './domain-queries.ts';
import styles from './domain-row.module.css';
import { useCertificateState } from './settings/use-certificate-state.ts';

export function CertificateSummary({ domain }: { readonly domain: CustomDomain }) {
  const { state, isOriginKnown } = useCertificateState(domain);
  switch (state.kind) {
    case 'valid':
      return (
        <>
          <span className={styles['first']}>
            <span className={styles['issuer']}>{state.issuer}</span>
            {isOriginKnown ? (
              <span className={styles['origin']}>{state.own ? 'Own' : 'Automatic'}</span>
            ) : null}
          </span>
          {state.error === null ? (
            <span
              className={state.isUrgent ? styles['urgent'] : styles['second']}
              title={`Expires on ${formatDate(state.expiresAt)}`}
            >
              Expires {formatRelative(state.expiresAt)}
            </span>
          ) : (
            <span className={styles['urgent']} title={state.error}>
              {state.error}
            </span>
          )}
        </>
      );
    case 'to_upload':
      return (
        <>
          <span className={styles['first']}>None</span>
          <span className={styles['urgent']}>Needs validation by DNS, or an upload</span>
        </>
      );
    case 'failed':
      return (
        <>
          <Badge tone="danger">Failed</Badge>
          <span className={styles['urgent']} title={state.error}>
            {state.error}
          </span>
        </>
      );
    case 'coming':
      return (
        <>
          <span className={styles['first']}>None yet</span>
          <span className={styles['second']}>Ordered automatically</span>
        </>
      );
    case 'waiting':
      return (
        <>
          <span className={styles['first']}>None yet</span>
          <span className={styles['second']}>
            {domain.status === 'pending_check' ? 'Waiting for the DNS check' : 'Waiting for DNS'}
          </span>
        </>
      );
    default:
      return state satisfies never;
  }
}
