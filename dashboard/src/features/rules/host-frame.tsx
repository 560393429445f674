/** The frame of a host's pages: its rules, its newest requests, and the paths that answered 404. */
import { ArrowLeft } from 'lucide-react';
import { Suspense } from 'react';
import { Link, Outlet, useOutletContext, useParams } from 'react-router';
import { parseHostname } from '../../../../src/core/hostname.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PageTabs } from '../../ui/tabs.tsx';
import styles from './rules-page.module.css';

export function HostFrame() {
  const { host: text = '' } = useParams();
  const result = parseHostname(text);
  const above = (
    <Link to="/rules" className={styles['back']}>
      <ArrowLeft size={14} aria-hidden />
      Rules
    </Link>
  );
  if (!result.ok)
    return (
      <Page title="Rules" above={above}>
        <Card>
          <EmptyState title="Not a host name" action={<ButtonLink to="/rules">Go to rules</ButtonLink>}>
            “{text}” isn't a valid host name: {result.reason}.
          </EmptyState>
        </Card>
      </Page>
    );
  const { host } = result;
  const home = `/rules/${host}`;
  return (
    <Page
      title={`${host}: rules`}
      heading={<BreakableHost text={host} />}
      above={above}
      tabs={
        <PageTabs
          label="Host"
          tabs={[
            { to: home, label: 'Rules', end: true },
            { to: `${home}/requests`, label: 'Requests' },
            { to: `${home}/unmatched`, label: 'Not found' },
          ]}
        />
      }
    >
      <Suspense fallback={<Skeleton lines={8} />}>
        <Outlet key={host} context={host} />
      </Suspense>
    </Page>
  );
}

/** The host that the address names. */
export function useHost(): string {
  return useOutletContext<string>();
}
