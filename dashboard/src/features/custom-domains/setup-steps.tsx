/** A new domain's setup, from creation to the first visitors. It can be left and resumed at any step. */
import { useQuery } from '@tanstack/react-query';
import { Check, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useAccountUuid } from '../../session/session.ts';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { HandOver } from '../connect/hand-over.tsx';
import { upstreamOrigin, upstreamQuery } from '../upstreams/upstream-queries.ts';
import styles from './add-domain.module.css';
import { BackToDomains } from './back-to-domains.tsx';
import { dnsSentence } from './dns-sentence.ts';
import { type CustomDomain, domainQuery } from './domain-queries.ts';
import { isConnected } from './is-connected.ts';
import { CertificatePanel } from './settings/certificate-panel.tsx';
import { DnsPanel } from './settings/dns-panel.tsx';
import { readinessSentence } from './settings/readiness-steps.ts';
import { TrackerSnippet } from './settings/tracker-snippet.tsx';
import { siteOrigin } from './site-address.ts';

export function SetupSteps({ domainUuid }: { readonly domainUuid: string }) {
  const { data: domain, error, refetch } = useQuery(domainQuery(useAccountUuid(), domainUuid));
  if (domain) return <Steps domain={domain} />;
  return (
    <Page title="Add domain" above={<BackToDomains />}>
      {error === null ? (
        <Card>
          <Skeleton lines={8} />
        </Card>
      ) : error instanceof ApiError && error.status === 404 ? (
        <Card>
          <EmptyState
            title="Domain not found"
            action={<ButtonLink to="/domains/new">Add a domain</ButtonLink>}
          >
            It may have been deleted, or it belongs to another account.
          </EmptyState>
        </Card>
      ) : (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function Steps({ domain }: { readonly domain: CustomDomain }) {
  const { data: upstream } = useQuery(upstreamQuery(useAccountUuid(), domain.upstream_uuid));
  const hasRecords = isConnected(domain);
  const hasCertificate = domain.tls_certificate_issued;
  const isLive = hasRecords && hasCertificate;
  const origin = siteOrigin(domain);
  return (
    <Page
      title={`Set up ${domain.host}`}
      above={<BackToDomains />}
      description="You can leave this page. Setup continues on its own, and the domain’s settings show the same progress."
    >
      <p role="status" className="visually-hidden">
        {isLive
          ? `${domain.host} is live.`
          : hasRecords
            ? 'DNS records found. The certificate is next.'
            : dnsSentence(domain)}
      </p>
      <ol className={styles['steps']}>
        <Step number={1} title="Domain added" isDone>
          <p className={styles['text']}>
            Requests for <strong>{domain.host}</strong> go to{' '}
            <strong>{upstream ? upstreamOrigin(upstream) : '…'}</strong>
          </p>
          {domain.web_analytics === 'manual' ? (
            <TrackerSnippet switches={{ engagement: domain.engagement, webVitals: domain.web_vitals }} />
          ) : null}
        </Step>
        <Step number={2} title="DNS records" isDone={hasRecords} isCurrent={!hasRecords}>
          {hasRecords ? null : <HandOver domain={domain} />}
          <DnsPanel domain={domain} />
        </Step>
        <Step
          number={3}
          title="Certificate"
          isDone={hasCertificate}
          isCurrent={hasRecords && !hasCertificate}
        >
          <CertificatePanel domain={domain} />
        </Step>
        <Step number={4} title={isLive ? `${domain.host} is live` : 'First visitors'} isDone={isLive}>
          <p className={styles['text']}>
            {isLive
              ? 'Visits show up in the analytics within seconds.'
              : domain.ready
                ? readinessSentence(domain)
                : 'The domain is served as soon as its DNS points here.'}
          </p>
          <div className={styles['actions']}>
            <ButtonLink to={`/domains/${domain.uuid}/visitors`} variant={isLive ? 'primary' : 'secondary'}>
              Open analytics
            </ButtonLink>
            {hasRecords && origin !== undefined ? (
              <a href={`${origin}/`} target="_blank" rel="noopener" className={buttonClass('secondary')}>
                <ExternalLink size={16} aria-hidden />
                Visit {origin.slice(origin.indexOf('//') + 2)}
              </a>
            ) : null}
            <ButtonLink to="/domains/new" variant="ghost">
              Add another domain
            </ButtonLink>
          </div>
        </Step>
      </ol>
    </Page>
  );
}

function Step({
  number,
  title,
  isDone,
  isCurrent = false,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly isCurrent?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <li
      className={styles['step']}
      data-state={isDone ? 'done' : isCurrent ? 'current' : 'later'}
      aria-current={isCurrent ? 'step' : undefined}
    >
      <span className={styles['mark']} aria-hidden>
        {isDone ? <Check size={15} strokeWidth={3} /> : number}
      </span>
      <div className={styles['stepBody']}>
        <h2 className={styles['stepTitle']}>
          {title}
          {isDone ? <span className="visually-hidden"> (done)</span> : null}
        </h2>
        {children}
      </div>
    </li>
  );
}
