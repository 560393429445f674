/** One plan: what it creates, changes and deletes, to be read, approved and applied. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { switchAccount, useAccountUuid, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Pending } from '../../ui/pending.tsx';
import { LoadedPlan } from './loaded-plan.tsx';
import { planAccountQuery, planQuery } from './plan-queries.ts';

export function PlanPage() {
  const { planUuid = '' } = useParams();
  const { data, error, refetch } = useQuery(planQuery(useAccountUuid(), planUuid));
  if (data !== undefined) return <LoadedPlan plan={data} />;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Page title="Plan">
      <Card>
        {isGone ? (
          <NoPlan planUuid={planUuid} />
        ) : (
          <Pending error={error} onRetry={() => void refetch()} lines={8} label="Loading the plan" />
        )}
      </Card>
    </Page>
  );
}

/** Links name no account: a user's plan may be another account's. */
function NoPlan({ planUuid }: { readonly planUuid: string }) {
  const own = useAccountUuid();
  const others = useSession().memberships.flatMap(({ account }) => (account.uuid === own ? [] : [account]));
  const { data: account } = useQuery(planAccountQuery(others, planUuid));
  return account ? (
    <EmptyState
      title={`This plan is for the account “${account.name}”`}
      action={
        <Button
          variant="primary"
          onClick={() => switchAccount(account.uuid, `/plans/${encodeURIComponent(planUuid)}`)}
        >
          Switch to {account.name}
        </Button>
      }
    />
  ) : (
    <EmptyState title="Plan not found">Plans are deleted after 24 hours. Make a new one.</EmptyState>
  );
}
