/** A domain's goals, and how many visitors reached them. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Target } from 'lucide-react';
import { useState } from 'react';
import { percentageOf } from '../../../../src/core/percentage.ts';
import { queryOptions } from '../../analytics/query.ts';
import { type Scope, useScope } from '../../analytics/scope.ts';
import { sentenceOf } from '../../api/api-error.ts';
import { formatFineShare, formatInteger } from '../../format/numbers.ts';
import { useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ReadOnlyNotice } from '../../ui/read-only-notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActionsHeadCell, Cell, HeadCell, Table } from '../../ui/table.tsx';
import { useDomain } from '../domain/domain-context.ts';
import { AddGoalDialog } from './add-goal-dialog.tsx';
import styles from './goals-page.module.css';
import { deleteGoal, type Goal, goalListQuery, goalsPerPage, visitorsQuery } from './goals-queries.ts';

export function GoalsPage() {
  const { uuid } = useDomain();
  const { scope } = useScope('visitors');
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const [page, setPage] = useState(1);
  const [isAdding, setAdding] = useState(false);
  const [toDelete, setToDelete] = useState<Goal>();
  const [isDeleting, setDeleting] = useState(false);
  const { data, error, refetch } = useQuery(goalListQuery(uuid, page));
  const all = useQuery(queryOptions(uuid, scope, visitorsQuery(), visitorsOf));
  const add = canWrite ? (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      Add a goal
    </Button>
  ) : undefined;
  return (
    <>
      <ReadOnlyNotice what="goals" />
      <Card title="Goals" actions={data?.data.length === 0 ? undefined : add} flush>
        {data === undefined ? (
          <div className={styles['padded']}>
            {error === null ? (
              <Skeleton lines={5} label="Loading goals" />
            ) : (
              <FailureNotice error={error} onRetry={() => void refetch()} />
            )}
          </div>
        ) : data.data.length === 0 ? (
          <EmptyState icon={<Target size={20} />} title="No goals yet" action={add}>
            A goal is a page or an event that visitors should reach. New goals also count the past.
          </EmptyState>
        ) : (
          <>
            <Table label="Goals">
              <thead>
                <tr>
                  <HeadCell>Goal</HeadCell>
                  <HeadCell>Completed by</HeadCell>
                  <HeadCell align="end">Visitors</HeadCell>
                  <HeadCell align="end">Conversion rate</HeadCell>
                  <ActionsHeadCell />
                </tr>
              </thead>
              <tbody>
                {data.data.map((goal) => (
                  <GoalRow
                    key={goal.uuid}
                    goal={goal}
                    domainUuid={uuid}
                    scope={scope}
                    visitors={all.data}
                    onDelete={
                      canWrite
                        ? () => {
                            setToDelete(goal);
                            setDeleting(true);
                          }
                        : undefined
                    }
                  />
                ))}
              </tbody>
            </Table>
            <Pagination page={page} perPage={goalsPerPage} count={data.pagination.count} onChange={setPage} />
          </>
        )}
      </Card>
      {all.error === null ? null : <FailureNotice error={all.error} onRetry={() => void all.refetch()} />}
      {isAdding ? <AddGoalDialog domainUuid={uuid} onClose={() => setAdding(false)} /> : null}
      {toDelete === undefined ? null : (
        <ConfirmDialog
          open={isDeleting}
          onOpenChange={setDeleting}
          title={`Delete “${toDelete.display_name}”?`}
          action="Delete goal"
          onConfirm={async () => {
            await deleteGoal(uuid, toDelete.uuid);
            await queryClient.invalidateQueries({ queryKey: ['goals', uuid] });
          }}
        >
          <p>No data is deleted: if you add the goal again, it shows the same numbers.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function GoalRow({
  goal,
  domainUuid,
  scope,
  visitors,
  onDelete,
}: {
  readonly goal: Goal;
  readonly domainUuid: string;
  readonly scope: Scope;
  /** All visitors in the scope; undefined while it loads. */
  readonly visitors: number | undefined;
  readonly onDelete: (() => void) | undefined;
}) {
  const { data, error } = useQuery(queryOptions(domainUuid, scope, visitorsQuery(goal), visitorsOf));
  return (
    <tr>
      <Cell>
        <bdi className={styles['name']}>{goal.display_name}</bdi>
      </Cell>
      <Cell label="Completed by">
        <span className={styles['name']}>
          {goal.event_name === null ? 'pageview of ' : 'event '}
          <bdi>{goal.event_name ?? goal.page_path}</bdi>
        </span>
      </Cell>
      <Cell label="Visitors" align="end">
        {error === null ? (data === undefined ? '…' : formatInteger(data)) : sentenceOf(error)}
      </Cell>
      <Cell label="Conversion rate" align="end">
        {data === undefined || visitors === undefined ? '…' : formatFineShare(percentageOf(data, visitors))}
      </Cell>
      <Cell align="end">
        {onDelete === undefined ? null : (
          <Button size="s" aria-label={`Delete ${goal.display_name}`} onClick={onDelete}>
            Delete…
          </Button>
        )}
      </Cell>
    </tr>
  );
}

function visitorsOf({ results }: { readonly results: readonly { readonly metrics: readonly number[] }[] }) {
  return results[0]?.metrics[0] ?? 0;
}
