/** A plan that was found. Source: docs/reference/plans.md. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hourMs } from '../../../../src/core/time.ts';
import { formatInteger } from '../../format/numbers.ts';
import { useAccountUuid, useCanWrite, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Secret } from '../../ui/secret.tsx';
import { useSave } from '../../ui/use-save.ts';
import { When } from '../../ui/when.tsx';
import { counted } from '../rules/rule-words.ts';
import { PlanItems } from './plan-items.tsx';
import { type AppliedPlan, applyPlan, approvePlan, type Plan } from './plan-queries.ts';
import { replaySentences } from './plan-words.ts';

const approvalMs = hourMs;

export function LoadedPlan({ plan }: { readonly plan: Plan }) {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const isUser = useSession().user !== null;
  const queryClient = useQueryClient();
  const [made, setMade] = useState<AppliedPlan['secrets']>([]);
  const [isAsking, setAsking] = useState(false);
  // Whatever page it is on shows what was applied, also by somebody else meanwhile.
  const refresh = () => void queryClient.invalidateQueries();
  const applied = { done: 'The plan was applied.' };
  const approving = useSave({ done: 'The plan is approved for one hour.' });
  const applying = useSave(applied);
  const approve = () => approvePlan(accountUuid, plan.uuid).finally(refresh);
  const apply = async () => setMade((await applyPlan(accountUuid, plan.uuid).finally(refresh)).secrets);
  const { creates, changes, deletes, unchanged, replay } = plan.summary;
  const isOpen = plan.applied_at === null;
  const failure = approving.failure ?? applying.failure;
  return (
    <Page
      title="Plan"
      description={`${formatInteger(creates)} to create, ${formatInteger(changes)} to change, ${formatInteger(deletes)} to delete, ${formatInteger(unchanged)} unchanged.`}
      actions={
        isOpen && canWrite ? (
          <>
            {isUser ? (
              <Button busy={approving.isBusy} onClick={() => void approving.run(approve)}>
                {isApproved(plan) ? 'Approve for another hour' : 'Approve'}
              </Button>
            ) : null}
            <Button
              variant="primary"
              disabled={plan.secrets.some(({ required }) => required)}
              busy={applying.isBusy}
              onClick={() => (deletes > 0 ? setAsking(true) : void applying.run(apply))}
            >
              Apply
            </Button>
          </>
        ) : undefined
      }
    >
      {failure === undefined ? null : <FailureNotice error={failure} />}
      {isOpen ? <OpenNotices plan={plan} /> : <AppliedNotice plan={plan} />}
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
          The rules of {counted(replay.hosts, 'host')} change.{' '}
          {replaySentences(replay, replay.hosts).join(' ')}
        </Notice>
      ) : null}
      {creates + changes + deletes === 0 ? (
        <Card>Nothing to do: the account is as the document says.</Card>
      ) : null}
      <PlanItems title={isOpen ? 'To create' : 'Created'} items={plan.creates} />
      <PlanItems title={isOpen ? 'To change' : 'Changed'} items={plan.changes} areChanges />
      <PlanItems title={isOpen ? 'To delete' : 'Deleted'} items={plan.deletes} />
      {isAsking ? (
        <ConfirmDialog
          title={`Apply the plan and delete ${counted(deletes, 'resource')}?`}
          action="Apply and delete"
          send={apply}
          onClose={() => setAsking(false)}
          {...applied}
        >
          <p>
            Creates {formatInteger(creates)}, changes {formatInteger(changes)} and deletes{' '}
            {formatInteger(deletes)}, all at once.
          </p>
        </ConfirmDialog>
      ) : null}
    </Page>
  );
}

function OpenNotices({ plan }: { readonly plan: Plan }) {
  const canWrite = useCanWrite();
  const missing = plan.secrets.filter(({ required }) => required);
  return (
    <>
      <p>
        Created <When at={plan.created_at} />, expires <When at={plan.expires_at} />.
        {plan.prune ? ' Deletes what the document’s lists leave out.' : ''}
      </p>
      {canWrite ? null : <Notice>Only owners and admins approve and apply plans.</Notice>}
      {plan.approved_at === null ? null : isApproved(plan) ? (
        <Notice tone="success">
          Approved by {plan.approved_by} <When at={plan.approved_at} />. For an hour from then, an access
          token that can only read may apply it, once.
        </Notice>
      ) : (
        <Notice>
          {plan.approved_by} approved it <When at={plan.approved_at} />. An approval lasts one hour, so this
          one is over.
        </Notice>
      )}
      {missing.length > 0 ? (
        <Notice tone="warning">
          Needs the values of secrets ({missing.map(({ name }) => name).join(', ')}). Apply it on the command
          line, which sends them: <code>nameplate apply --plan {plan.uuid} FILE</code>
        </Notice>
      ) : null}
    </>
  );
}

function AppliedNotice({ plan }: { readonly plan: Plan }) {
  return (
    <Notice tone="success">
      Applied <When at={plan.applied_at} />.
      {plan.approved_by === null ? '' : ` ${plan.approved_by} had approved it.`}
    </Notice>
  );
}

function isApproved({ approved_at: at }: Plan): boolean {
  return at !== null && Date.now() - Date.parse(at) <= approvalMs;
}
