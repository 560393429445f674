/** A domain's goals, and how many visitors completed them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Target } from 'lucide-react';
import { useState } from 'react';
import { useScope } from '../../analytics/scope.ts';
import { ConversionCells, ConversionHeadCells } from '../../conversions/conversion-cells.tsx';
import { useConversions } from '../../conversions/use-conversions.ts';
import { FilterLink } from '../../filters/filter-link.tsx';
import { useFilters } from '../../filters/use-filters.ts';
import { visibleLabel } from '../../lists/visible-label.ts';
import { useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Pending } from '../../ui/pending.tsx';
import { ReadOnlyNotice } from '../../ui/read-only-notice.tsx';
import { ActionsHeadCell, Cell, HeadCell, Table } from '../../ui/table.tsx';
import { useDomain } from '../domain/domain-context.ts';
import { AddGoalDialog } from './add-goal-dialog.tsx';
import styles from './goals-page.module.css';
import { deleteGoal, type Goal, goalsQuery, refreshGoals } from './goals-queries.ts';

const perPage = 50;

export function GoalsPage() {
  const { uuid } = useDomain();
  const { scope } = useScope('visitors');
  const { searchOf } = useFilters('visitors');
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const [wanted, setPage] = useState(1);
  const [isAdding, setAdding] = useState(false);
  const [toDelete, setToDelete] = useState<Goal>();
  const [isDeleting, setDeleting] = useState(false);
  const { data: goals, error, refetch } = useQuery(goalsQuery(uuid));
  const conversions = useConversions(uuid, scope, 'event:goal');
  const page = Math.min(wanted, Math.max(1, Math.ceil((goals?.length ?? 0) / perPage)));
  const byName = new Map(conversions.rows?.map((row) => [row.name, row]));
  const add = canWrite ? (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      Add a goal
    </Button>
  ) : undefined;
  return (
    <>
      <ReadOnlyNotice what="goals" />
      <Card title="Goals" actions={goals?.length === 0 ? undefined : add} flush>
        {goals === undefined ? (
          <Pending inset error={error} onRetry={() => void refetch()} lines={5} label="Loading goals" />
        ) : goals.length === 0 ? (
          <EmptyState icon={<Target size={20} />} title="No goals yet" action={add}>
            A goal is a page or event you want visitors to reach. New goals count past visits too.
          </EmptyState>
        ) : (
          <>
            <Table label="Goals" stale={conversions.isStale}>
              <thead>
                <tr>
                  <HeadCell>Goal</HeadCell>
                  <HeadCell>Completed by</HeadCell>
                  <ConversionHeadCells hasRevenue={conversions.hasRevenue} />
                  {canWrite ? <ActionsHeadCell /> : null}
                </tr>
              </thead>
              <tbody>
                {goals.slice((page - 1) * perPage, page * perPage).map((goal) => (
                  <tr key={goal.uuid}>
                    <Cell>
                      <FilterLink
                        to={{
                          pathname: `/domains/${uuid}/visitors`,
                          search: searchOf([['is', 'event:goal', [goal.display_name]]]),
                        }}
                        className={styles['name']}
                      >
                        <bdi>{visibleLabel(goal.display_name)}</bdi>
                      </FilterLink>
                    </Cell>
                    <Cell label="Completed by">
                      <span className={styles['name']}>
                        {goal.event_name === null ? 'pageview of ' : 'event '}
                        <bdi>{visibleLabel(goal.event_name ?? goal.page_path ?? '')}</bdi>
                      </span>
                    </Cell>
                    <ConversionCells
                      row={conversions.rows && (byName.get(goal.display_name) ?? none)}
                      hasRevenue={conversions.hasRevenue}
                    />
                    {canWrite ? (
                      <Cell align="end">
                        <Button
                          size="s"
                          aria-label={`Delete ${goal.display_name}`}
                          onClick={() => {
                            setToDelete(goal);
                            setDeleting(true);
                          }}
                        >
                          Delete…
                        </Button>
                      </Cell>
                    ) : null}
                  </tr>
                ))}
              </tbody>
            </Table>
            <Pagination page={page} perPage={perPage} count={goals.length} onChange={setPage} />
          </>
        )}
      </Card>
      {conversions.error === null ? null : (
        <FailureNotice error={conversions.error} onRetry={conversions.retry} />
      )}
      {isAdding ? <AddGoalDialog domainUuid={uuid} onClose={() => setAdding(false)} /> : null}
      {toDelete === undefined ? null : (
        <ConfirmDialog
          open={isDeleting}
          onOpenChange={setDeleting}
          title={`Delete “${toDelete.display_name}”?`}
          action="Delete goal"
          onConfirm={async () => {
            await deleteGoal(uuid, toDelete.uuid);
            await refreshGoals(queryClient, uuid);
          }}
        >
          <p>No data is deleted. If you add the goal again, it shows the same numbers.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Goals that nobody completed are missing from the answer. */
const none = { name: '', visitors: 0, events: 0, rate: 0, revenue: [] };
