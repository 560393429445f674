/** What is known of the automatic certificate of a redirect's host. */
import { useQuery } from '@tanstack/react-query';
import { automaticCertificates } from '../../api/resources.ts';
import { formatRelative } from '../../format/dates.ts';
import { useAccountUuid } from '../../session/session.ts';
import { AutomaticState } from '../automatic-certificates/automatic-state.tsx';
import styles from './redirect-form.module.css';

export function RedirectCertificate({ host }: { readonly host: string }) {
  const { data } = useQuery(automaticCertificates.list({ account_uuid: useAccountUuid() }, { host }));
  const certificate = data?.data[0];
  // An uploaded one may serve it.
  if (!certificate || certificate.state === 'missing') return null;
  const { state, expires_at: expiresAt, last_error: error } = certificate;
  return (
    <p className={styles['certificate']}>
      Certificate: <AutomaticState state={state} />{' '}
      {error ?? (expiresAt === null ? null : `Expires ${formatRelative(expiresAt)}`)}
    </p>
  );
}
