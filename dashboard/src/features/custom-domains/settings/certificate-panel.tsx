/** The certificate of a domain: who issued it, until when, what went wrong, and how to get one. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatDate, formatRelative } from '../../../format/dates.ts';
import { useAccountUuid } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type CustomDomain, domainQuery } from '../domain-queries.ts';
import type { CertificateState } from './certificate-state.ts';
import { useOffersDns } from './challenge-types.ts';
import styles from './settings.module.css';
import { useCertificateState } from './use-certificate-state.ts';

/** An order takes seconds; the first one begins when the records were found. */
const watchMs = 4_000;
const patienceMs = 90_000;

export function CertificatePanel({ domain }: { readonly domain: CustomDomain }) {
  const { state, isOriginKnown } = useCertificateState(domain);
  const isLate = useIsLate(state.kind === 'coming');
  // The order is made in the background, so the domain is asked for again until it has come to something.
  useQuery({
    ...domainQuery(useAccountUuid(), domain.uuid),
    refetchInterval: state.kind === 'coming' ? (isLate ? 10 * watchMs : watchMs) : false,
  });
  return (
    <div className={styles['stack']}>
      <CertificateText domain={domain} state={state} isOriginKnown={isOriginKnown} isLate={isLate} />
      {state.kind === 'valid' && state.own ? (
        <Link to={`/certificates/${state.own.uuid}`}>Certificate details</Link>
      ) : (
        <p className={styles['small']}>
          To use your own, <Link to="/certificates">upload a certificate</Link> for {domain.host}. It takes
          precedence.
        </p>
      )}
    </div>
  );
}

function CertificateText({
  domain,
  state,
  isOriginKnown,
  isLate,
}: {
  readonly domain: CustomDomain;
  readonly state: CertificateState;
  readonly isOriginKnown: boolean;
  readonly isLate: boolean;
}) {
  switch (state.kind) {
    case 'valid':
      return (
        <>
          <dl className={styles['facts']}>
            <dt>Issued by</dt>
            <dd>{state.issuer}</dd>
            <dt>Expires</dt>
            <dd>
              {formatDate(state.expiresAt)}, {formatRelative(state.expiresAt)}
            </dd>
            <dt>Kind</dt>
            <dd>{isOriginKnown ? (state.own ? 'Your own' : 'Automatic') : '\u00a0'}</dd>
          </dl>
          {state.error === null ? null : (
            <Notice tone="warning">The last attempt to get a certificate failed: {state.error}</Notice>
          )}
          {state.own && state.isUrgent ? (
            <Notice tone="warning">
              Your own certificates aren't renewed automatically. Upload a replacement, or delete it to get an
              automatic one.
            </Notice>
          ) : null}
          {isOriginKnown && !state.own && state.error === null ? (
            <p className={styles['small']}>It renews automatically well before it expires.</p>
          ) : null}
        </>
      );
    case 'to_upload':
      return (
        <>
          <p>
            <Badge tone="warning">No certificate</Badge>
          </p>
          <p>
            None is ordered for {domain.host}: authorities give certificates for wildcards by a DNS record
            only. <WildcardFix />
          </p>
        </>
      );
    case 'failed':
      return (
        <>
          <p>
            <Badge tone="danger">No certificate</Badge>
          </p>
          <Notice tone="danger">The last attempt failed: {state.error}</Notice>
          <p className={styles['small']}>
            Retries automatically, and at once when the DNS records are checked.
          </p>
        </>
      );
    case 'coming':
      return isLate ? (
        <>
          <p>
            <Badge tone="warning">No certificate yet</Badge>
          </p>
          <p>
            No certificate has been issued so far. Automatic certificates may be turned off in this
            installation, or waiting for the authority’s limits. The operator can check with{' '}
            <code>./nameplate certificate automatic</code>.
          </p>
        </>
      ) : (
        <>
          <p>
            <Badge tone="accent">Being ordered</Badge>
          </p>
          <p>
            The DNS records are in place, so Nameplate is ordering a certificate. This usually takes less than
            a minute.
          </p>
        </>
      );
    case 'waiting':
      return (
        <>
          <p>
            <Badge>
              {domain.status === 'pending_check' ? 'Waiting for the DNS check' : 'Waiting for DNS'}
            </Badge>
          </p>
          <p>
            A certificate for {domain.redirect_to_www ? 'both hosts' : domain.host} is ordered automatically
            once the DNS records are found.
          </p>
        </>
      );
    default:
      return state satisfies never;
  }
}

function WildcardFix() {
  return useOffersDns() === true ? (
    <>
      Change <em>Certificate validation</em>, or upload one.
    </>
  ) : (
    'Upload one.'
  );
}

/** Turns true if something takes longer than expected. */
function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate;
}
