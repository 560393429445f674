/** One plan: what it creates, changes and deletes, to be read, approved and applied. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { useAccountUuid, useCanWrite, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Pending } from '../../ui/pending.tsx';
import { readOnlyReason } from '../../ui/read-only-notice.tsx';
import { Secret } from '../../ui/secret.tsx';
import { useSave } from '../../ui/use-save.ts';
import { When } from '../../ui/when.tsx';
import { PlanItems } from './plan-items.tsx';
import { type AppliedPlan, applyPlan, approvePlan, type Plan, planQuery } from './plan-queries.ts';

export function PlanPage() {
  const { planUuid = '' } = useParams();
  const { data, error, refetch } = useQuery(planQuery(useAccountUuid(), planUuid));
  if (data !== undefined) return <LoadedPlan plan={data} />;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Page title="Plan">
      <Card>
        {isGone ? (
          <EmptyState title="Plan not found">Plans are kept for 24 hours. Make another one.</EmptyState>
        ) : (
          <Pending error={error} onRetry={() => void refetch()} lines={8} label="Loading the plan" />
        )}
      </Card>
    </Page>
  );
}

function LoadedPlan({ plan }: { readonly plan: Plan }) {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const isUser = useSession().token === null;
  const queryClient = useQueryClient();
  const [made, setMade] = useState<AppliedPlan['secrets']>([]);
  // Whatever page it is on shows what was applied.
  const onSaved = () => void queryClient.invalidateQueries();
  const approving = useSave({ done: 'The plan is approved for an hour.', onSaved });
  const applying = useSave<AppliedPlan>({
    done: 'The plan was applied.',
    onSaved: ({ secrets }) => {
      setMade(secrets);
      onSaved();
    },
  });
  const { creates, changes, deletes, unchanged, replay } = plan.summary;
  const missing = plan.secrets.filter(({ required }) => required);
  const isOpen = plan.applied_at === null;
  const failure = approving.failure ?? applying.failure;
  return (
    <Page
      title="Plan"
      description={`${creates} to create, ${changes} to change, ${deletes} to delete, ${unchanged} unchanged.`}
      actions={
        isOpen ? (
          <>
            <Button
              disabled={!canWrite || !isUser}
              title={canWrite && isUser ? undefined : 'Only a signed-in owner or admin approves plans.'}
              busy={approving.isBusy}
              onClick={() => void approving.run(() => approvePlan(accountUuid, plan.uuid))}
            >
              Approve
            </Button>
            <Button
              variant="primary"
              disabled={!canWrite || missing.length > 0}
              title={canWrite ? undefined : readOnlyReason}
              busy={applying.isBusy}
              onClick={() => void applying.run(() => applyPlan(accountUuid, plan.uuid))}
            >
              Apply
            </Button>
          </>
        ) : undefined
      }
    >
      {failure === undefined ? null : <FailureNotice error={failure} />}
      {plan.applied_at === null ? null : (
        <Notice tone="success">
          Applied <When at={plan.applied_at} />.
        </Notice>
      )}
      {isOpen && plan.approved_at !== null ? (
        <Notice>
          Approved by {plan.approved_by} <When at={plan.approved_at} />: for an hour, tokens that may only
          read can apply it.
        </Notice>
      ) : null}
      {isOpen && missing.length > 0 ? (
        <Notice tone="warning">
          It needs the values of secrets ({missing.map(({ name }) => name).join(', ')}), which the command
          line sends: nameplate apply --plan {plan.uuid} FILE
        </Notice>
      ) : null}
      {made.length > 0 ? (
        <Card title="Secrets, shown once">
          {made.map(({ kind, key, name, value }) => (
            <div key={`${kind} ${key}`}>
              <p>
                {key}: {name}
              </p>
              <Secret text={value} label={`Copy ${name} of ${key}`} />
            </div>
          ))}
        </Card>
      ) : null}
      {replay.hosts > 0 ? (
        <Notice>
          Of {replay.requests} requests of the last seven days, the changed rules would have answered{' '}
          {replay.changed} otherwise: {replay.blocked} blocked, {replay.circles} in circles,{' '}
          {replay.unmatched} not at all.
        </Notice>
      ) : null}
      <PlanItems title="Created" items={plan.creates} />
      <PlanItems title="Changed" items={plan.changes} />
      <PlanItems title="Deleted" items={plan.deletes} />
    </Page>
  );
}
