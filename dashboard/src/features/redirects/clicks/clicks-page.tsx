/** Who clicked on a redirect: how many, from where, with what, and where they were sent. */
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, MousePointerClick, Signpost, X } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { ApiError } from '../../../api/api-error.ts';
import { redirects } from '../../../api/resources.ts';
import { formatInteger } from '../../../format/numbers.ts';
import { countryName } from '../../../map/country-name.ts';
import { useAccountUuid } from '../../../session/session.ts';
import { useAddress, withParameter } from '../../../ui/address.ts';
import { BreakableHost } from '../../../ui/breakable-host.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardGrid } from '../../../ui/card-grid.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { Pending } from '../../../ui/pending.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import type { Redirect } from '../redirect-values.ts';
import { ClickList } from './click-list.tsx';
import { type ClickListName, clickLists } from './click-lists.ts';
import styles from './clicks.module.css';
import { type ClickFilter, type ClickScope, clickTotalsQuery, type Days } from './clicks-query.ts';

const spans = [
  { value: '7', label: '7 days', days: 7 },
  { value: '30', label: '30 days', days: 30 },
  { value: '90', label: '90 days', days: 90 },
] as const;

export function ClicksPage() {
  const { redirectUuid = '' } = useParams();
  const { data, error, refetch } = useQuery(
    redirects.one({ account_uuid: useAccountUuid(), redirect_uuid: redirectUuid }),
  );
  const above = (
    <Link to="/redirects" className={styles['back']}>
      <ArrowLeft size={14} aria-hidden />
      Redirects
    </Link>
  );
  if (data) return <Clicks key={data.uuid} redirect={data} above={above} />;
  return (
    <Page title="Clicks" above={above}>
      <Card>
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState
            icon={<Signpost size={20} />}
            title="Redirect not found"
            action={<ButtonLink to="/redirects">Go to redirects</ButtonLink>}
          >
            It may have been deleted, or it belongs to another account.
          </EmptyState>
        ) : (
          <Pending error={error} onRetry={() => void refetch()} lines={6} label="Loading the redirect" />
        )}
      </Card>
    </Page>
  );
}

function Clicks({ redirect, above }: { readonly redirect: Redirect; readonly above: React.ReactNode }) {
  const [days, setDays] = useState<Days>(30);
  const [search, setSearch] = useAddress();
  const chosen = clickLists.flatMap(({ name }) => {
    const value = search.get(name);
    return value === null ? [] : [{ name, value }];
  });
  const filters = clickLists.flatMap(({ name, dimension }): ClickFilter[] => {
    const value = search.get(name);
    return value === null ? [] : [['is', dimension, [value]]];
  });
  const scope: ClickScope = { redirectUuid: redirect.uuid, days, filters };
  const { data: totals, error, refetch } = useQuery(clickTotalsQuery(scope));
  const without = (name: ClickListName): void => setSearch((before) => withParameter(before, name, ''));
  return (
    <Page
      title={`${redirect.source_host}: clicks`}
      heading={<BreakableHost text={redirect.source_host} />}
      above={above}
      description={
        <span className={styles['destination']}>Clicks on the redirect to {redirect.destination_url}</span>
      }
      actions={
        <Segmented
          label="Clicks of the last"
          value={spans.find((span) => span.days === days)?.value ?? '30'}
          onChange={(value) => setDays(spans.find((span) => span.value === value)?.days ?? 30)}
          options={spans}
        />
      }
    >
      {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : null}
      {chosen.length === 0 ? null : (
        <ul className={styles['chosen']} aria-label="Filters">
          {chosen.map(({ name, value }) => (
            <li key={name}>
              <Button size="s" icon={<X size={14} aria-hidden />} onClick={() => without(name)}>
                <span className="visually-hidden">Remove the filter </span>
                {name === 'country' ? countryName(value) : value}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <dl className={styles['totals']}>
        <Total name="Clicks" value={totals?.clicks} />
        <Total name="Visitors" value={totals?.visitors} />
      </dl>
      {totals?.clicks === 0 ? (
        <Card>
          <EmptyState icon={<MousePointerClick size={20} />} title="No clicks in these days">
            {chosen.length === 0
              ? 'Requests that this redirect, or a rule of its host, answers appear here about two seconds later.'
              : 'No click matches all filters.'}
          </EmptyState>
        </Card>
      ) : (
        <CardGrid>
          {clickLists.map((list) => (
            <ClickList key={list.name} list={list} scope={scope} all={totals?.clicks} />
          ))}
        </CardGrid>
      )}
    </Page>
  );
}

function Total({ name, value }: { readonly name: string; readonly value: number | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value === undefined ? '…' : formatInteger(value)}</dd>
    </div>
  );
}
