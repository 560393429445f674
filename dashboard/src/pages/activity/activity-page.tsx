/** Who changed what in the account. */
import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { auditActions, auditedKinds } from '../../../../src/core/audit.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './activity.module.css';
import { activityQuery, perPage } from './activity-queries.ts';
import { ActivityTable } from './activity-table.tsx';
import { actionNames, kindNames } from './event-words.ts';

export function ActivityPage() {
  const accountUuid = useAccountUuid();
  const [search, setSearch] = useSearchParams();
  const resource = auditedKinds.find((kind) => kind === search.get('resource'));
  const action = auditActions.find((each) => each === search.get('action'));
  const asked = Number(search.get('page') ?? 1);
  const page = Number.isSafeInteger(asked) && asked >= 1 ? asked : 1;
  const { data, error, refetch, isPlaceholderData } = useQuery(
    activityQuery(accountUuid, { resource, action, page }),
  );
  const set = (name: string, value: string): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      // Another filter begins with its first page.
      next.delete('page');
      if (value === '') next.delete(name);
      else next.set(name, value);
      return next;
    });
  const isFiltered = resource !== undefined || action !== undefined || page > 1;
  return (
    <Page title="Activity" description="Every change in this account: who made it, from where, and when.">
      <div className={styles['filters']}>
        <Choice
          label="Resources"
          all="All resources"
          value={resource}
          options={auditedKinds}
          names={kindNames}
          onChange={(value) => set('resource', value)}
        />
        <Choice
          label="Actions"
          all="All actions"
          value={action}
          options={auditActions}
          names={actionNames}
          onChange={(value) => set('action', value)}
        />
      </div>
      {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? (
        error ? null : (
          <Card>
            <Skeleton lines={6} label="Loading changes" />
          </Card>
        )
      ) : data.data.length === 0 ? (
        <Card>
          <EmptyState
            icon={<History size={20} />}
            title={isFiltered ? 'No changes match' : 'No changes yet'}
            action={isFiltered ? <Button onClick={() => setSearch({})}>Show all changes</Button> : null}
          />
        </Card>
      ) : (
        <Card flush>
          <ActivityTable events={data.data} stale={isPlaceholderData} />
          <Pagination
            page={page}
            perPage={perPage}
            count={data.pagination.count}
            onChange={(next) => set('page', next === 1 ? '' : String(next))}
          />
        </Card>
      )}
    </Page>
  );
}

function Choice<Word extends string>({
  label,
  all,
  value,
  options,
  names,
  onChange,
}: {
  readonly label: string;
  readonly all: string;
  readonly value: Word | undefined;
  readonly options: readonly Word[];
  readonly names: Readonly<Record<Word, string>>;
  readonly onChange: (value: string) => void;
}) {
  return (
    <select
      className={styles['choice']}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {names[option]}
        </option>
      ))}
    </select>
  );
}
