/** A domain's goals, and how many visitors completed them. */
import { Plus, Target } from 'lucide-react';
import { useState } from 'react';
import { useScope } from '../../analytics/scope.ts';
import { type Goal, goals } from '../../api/resources.ts';
import { conversionColumns } from '../../conversions/conversion-columns.tsx';
import { useConversions } from '../../conversions/use-conversions.ts';
import { FilterLink } from '../../filters/filter-link.tsx';
import { useFilters } from '../../filters/use-filters.ts';
import { visibleLabel } from '../../lists/visible-label.ts';
import { useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { ReadOnlyNotice } from '../../ui/read-only-notice.tsx';
import { useList } from '../../ui/use-list.ts';
import { useDomain } from '../custom-domains/frame/domain-context.ts';
import { AddGoalDialog, goalsChange } from './add-goal-dialog.tsx';
import styles from './goals-page.module.css';

export function GoalsPage() {
  const { uuid } = useDomain();
  const { scope } = useScope('visitors');
  const { searchOf } = useFilters('visitors');
  const canWrite = useCanWrite();
  const [isAdding, setAdding] = useState(false);
  const [toDelete, setToDelete] = useState<Goal>();
  const list = useList(goals, { uuid }, { perPage: 50, sorts: ['display_name'] });
  const conversions = useConversions(uuid, scope, 'event:goal');
  const byName = new Map(conversions.rows?.map((row) => [row.name, row]));
  const add = canWrite ? (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      Add a goal
    </Button>
  ) : undefined;
  const columns: readonly Column<Goal>[] = [
    {
      name: 'Goal',
      render: ({ display_name: name }) => (
        <FilterLink
          to={{ pathname: `/domains/${uuid}/visitors`, search: searchOf([['is', 'event:goal', [name]]]) }}
          className={styles['name']}
        >
          <bdi>{visibleLabel(name)}</bdi>
        </FilterLink>
      ),
    },
    {
      name: 'Completed by',
      render: (goal) => (
        <span className={styles['name']}>
          {goal.event_name === null ? 'pageview of ' : 'event '}
          <bdi>{visibleLabel(goal.event_name ?? goal.page_path ?? '')}</bdi>
        </span>
      ),
    },
    ...conversionColumns<Goal>(
      (goal) => conversions.rows && (byName.get(goal.display_name) ?? none),
      conversions.hasRevenue,
    ),
    ...(canWrite
      ? [
          {
            name: '',
            align: 'end',
            render: (goal: Goal) => (
              <Button size="s" aria-label={`Delete ${goal.display_name}`} onClick={() => setToDelete(goal)}>
                Delete…
              </Button>
            ),
          } as const,
        ]
      : []),
  ];
  return (
    <>
      <ReadOnlyNotice what="goals" />
      <ListCard
        title="Goals"
        actions={list.count === 0 ? undefined : add}
        list={{ ...list, isStale: list.isStale || conversions.isStale }}
        label="Goals"
        columns={columns}
        keyOf={(goal) => goal.uuid}
        empty={{
          icon: <Target size={20} />,
          title: 'No goals yet',
          action: add,
          children: 'A goal is a page or event you want visitors to reach. New goals count past visits too.',
        }}
      />
      {conversions.error === null ? null : (
        <FailureNotice error={conversions.error} onRetry={conversions.retry} />
      )}
      {isAdding ? <AddGoalDialog domainUuid={uuid} onClose={() => setAdding(false)} /> : null}
      {toDelete === undefined ? null : (
        <ConfirmDialog
          title={`Delete “${toDelete.display_name}”?`}
          action="Delete goal"
          send={() => goals.remove({ uuid, goal_uuid: toDelete.uuid })}
          changes={goalsChange}
          onClose={() => setToDelete(undefined)}
        >
          <p>No data is deleted. If you add the goal again, it shows the same numbers.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Goals that nobody completed are missing from the answer. */
const none = { name: '', visitors: 0, events: 0, rate: 0, revenue: [] };
