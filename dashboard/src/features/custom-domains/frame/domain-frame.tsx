/** The frame of one domain's pages: its name and status, the date range, and the tabs. */
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ExternalLink, GlobeLock } from 'lucide-react';
import { Suspense } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { DateRangePicker } from '../../../analytics/date-range-picker.tsx';
import { FirstDayGate, FirstDayProvider } from '../../../analytics/first-day.tsx';
import { TimeZoneContext } from '../../../analytics/today.ts';
import { ApiError } from '../../../api/api-error.ts';
import { AddFilter, FilterBar } from '../../../filters/filter-bar.tsx';
import { useArea } from '../../../filters/use-filters.ts';
import { useAccountUuid } from '../../../session/session.ts';
import { BreakableHost } from '../../../ui/breakable-host.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { Pending } from '../../../ui/pending.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PageTabs } from '../../../ui/tabs.tsx';
import { WhyButton } from '../../diagnosis/why-button.tsx';
import { ViewsButton } from '../../saved-views/views-button.tsx';
import { type CustomDomain, domainQuery, useDomainUuid } from '../domain-queries.ts';
import { DomainStatus } from '../domain-status.tsx';
import { siteOrigin } from '../site-address.ts';
import { CurrentVisitors } from './current-visitors.tsx';
import { DomainContext } from './domain-context.ts';
import styles from './domain-frame.module.css';
import { DomainSwitcher } from './domain-switcher.tsx';
import { domainTabs, isRequestList } from './domain-tabs.ts';

const wayBack = (
  <Link to="/domains" className={styles['back']}>
    <ArrowLeft size={14} aria-hidden />
    Domains
  </Link>
);

export function DomainFrame() {
  const domainUuid = useDomainUuid();
  const { data: domain, error, refetch } = useQuery(domainQuery(useAccountUuid(), domainUuid));
  if (domain !== undefined) return <Frame key={domainUuid} domain={domain} />;
  return (
    <Page title="Domain" above={wayBack}>
      {error instanceof ApiError && error.status === 404 ? (
        <Card>
          <EmptyState
            icon={<GlobeLock size={20} />}
            title="Domain not found"
            action={<ButtonLink to="/domains">Go to domains</ButtonLink>}
          >
            It may have been deleted, or it belongs to another account.
          </EmptyState>
        </Card>
      ) : (
        <Pending error={error} onRetry={() => void refetch()} lines={8} label="Loading the domain" />
      )}
    </Page>
  );
}

function Frame({ domain }: { readonly domain: CustomDomain }) {
  const { pathname, search } = useLocation();
  const home = `/domains/${domain.uuid}`;
  const origin = siteOrigin(domain);
  const tab = domainTabs.find(({ path }) => pathname.startsWith(`${home}/${path}`));
  const area = useArea();
  const requests = `${home}/requests`;
  const isList = isRequestList(pathname);
  const isAnalytics = tab?.path !== 'settings' && tab?.path !== 'rules' && !isList;
  const isAboutDays = isAnalytics && tab?.path !== 'live';
  return (
    <DomainContext value={domain}>
      <TimeZoneContext value={domain.time_zone}>
        <FirstDayProvider domainUuid={domain.uuid}>
          <Page
            title={`${domain.host}: ${tab?.label.toLowerCase() ?? 'domain'}`}
            above={
              <span className={styles['above']}>
                {wayBack}
                <DomainSwitcher />
              </span>
            }
            heading={
              origin === undefined ? (
                <BreakableHost text={domain.host} />
              ) : (
                <a href={`${origin}/`} target="_blank" rel="noopener" className={styles['host']}>
                  <BreakableHost text={domain.host} />
                  <ExternalLink size={17} aria-label="opens in a new tab" />
                </a>
              )
            }
            description={
              <span className={styles['state']}>
                <DomainStatus domain={domain} />
                <WhyButton host={domain.host} />
                {domain.web_analytics === 'off' ? null : <CurrentVisitors domainUuid={domain.uuid} />}
              </span>
            }
            actions={
              isAnalytics ? (
                <div className={styles['tools']}>
                  <AddFilter key={area} domainUuid={domain.uuid} area={area} />
                  {isAboutDays ? <ViewsButton /> : null}
                  {isAboutDays ? <DateRangePicker /> : null}
                </div>
              ) : undefined
            }
            tabs={
              <>
                <PageTabs
                  label="Domain"
                  tabs={domainTabs.map(({ path, label }) => ({
                    to: `${home}/${path}${isList ? '' : search}`,
                    label,
                  }))}
                />
                {tab?.path === 'requests' ? (
                  <PageTabs
                    label="Requests"
                    tabs={[
                      { to: `${requests}${isList ? '' : search}`, label: 'Report', end: true },
                      { to: `${requests}/page-loads${isList ? '' : search}`, label: 'Page loads' },
                      { to: `${requests}/newest`, label: 'Newest requests' },
                      { to: `${requests}/not-found`, label: 'Not found' },
                    ]}
                  />
                ) : null}
              </>
            }
          >
            <Suspense fallback={<Skeleton lines={8} />}>
              {isAnalytics ? <FilterBar key={area} domainUuid={domain.uuid} area={area} /> : null}
              {isAboutDays ? (
                <FirstDayGate>
                  <Outlet />
                </FirstDayGate>
              ) : (
                <Outlet context={domain.host} />
              )}
            </Suspense>
          </Page>
        </FirstDayProvider>
      </TimeZoneContext>
    </DomainContext>
  );
}
