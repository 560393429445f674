/** Saves all changes of a list at once, says when somebody else was quicker, and lets people decide what then. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { ApiError, sentenceOf } from '../../api/api-error.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { counted } from './rule-words.ts';
import { changesText } from './rules-draft.ts';
import { hostRulesQuery, keepRules, replaceRules } from './rules-queries.ts';
import styles from './save-bar.module.css';
import type { Rehearsing } from './use-rehearsal.ts';
import type { RulesDraft } from './use-rules-draft.ts';

const Rehearsal = lazy(async () => ({ default: (await import('./rehearsal.tsx')).Rehearsal }));

export function SaveBar({
  host,
  draft,
  rehearsing,
  onFailed,
}: {
  readonly host: string;
  readonly draft: RulesDraft;
  readonly rehearsing: Rehearsing;
  /** The API may have refused a rule. */
  readonly onFailed: (error: unknown) => void;
}) {
  const accountUuid = useAccountUuid();
  const queryClient = useQueryClient();
  const toast = useToast();
  const saving = useMutation({
    /** `overwrites`: replaces whatever is stored now. */
    mutationFn: async ({ overwrites }: { readonly overwrites: boolean }) => {
      const stored = hostRulesQuery(accountUuid, host);
      const base = overwrites ? await queryClient.fetchQuery({ ...stored, staleTime: 0 }) : draft.base;
      return await replaceRules(accountUuid, host, draft.rules, base.entityTag);
    },
    onSuccess: (saved) => {
      keepRules(queryClient, accountUuid, host, saved);
      draft.discard();
      toast.done(`The rules of ${host} were saved.`);
    },
    onError: async (error) => {
      if (isConflict(error)) await queryClient.refetchQueries(hostRulesQuery(accountUuid, host));
      onFailed(error);
    },
  });
  const { data: stored } = useQuery(hostRulesQuery(accountUuid, host));
  const { changes } = draft;
  const isConflicting = draft.isOutdated || isConflict(saving.error);
  if (changes === undefined) return null;
  return (
    <section className={styles['bar']} aria-label="Unsaved changes">
      {isConflicting ? (
        <Notice tone="warning">
          Somebody else changed the rules of {host} after you started. There are{' '}
          {stored === undefined ? 'others' : counted(stored.rules.length, 'rule')} now. Discard your changes
          to see them, or overwrite them with yours.
        </Notice>
      ) : saving.error ? (
        <Notice tone="danger">{sentenceOf(saving.error)}</Notice>
      ) : null}
      {/* What was rehearsed of other rules says nothing about these. */}
      {rehearsing.isIdle || rehearsing.variables !== draft.rules ? null : (
        <Suspense>
          <Rehearsal
            replay={rehearsing.data}
            error={rehearsing.error}
            onRetry={() => rehearsing.mutate(draft.rules)}
          />
        </Suspense>
      )}
      <div className={styles['line']}>
        <p className={styles['text']} role="status">
          <strong>Not saved:</strong> {changesText(changes)}
        </p>
        <div className={styles['buttons']}>
          <Button
            busy={rehearsing.isPending}
            title="Shows what these rules would have done with the requests of the last 7 days"
            onClick={() => rehearsing.mutate(draft.rules)}
          >
            Rehearse
          </Button>
          <Button
            disabled={saving.isPending}
            onClick={() => {
              saving.reset();
              draft.discard();
            }}
          >
            {isConflicting ? 'Discard mine' : 'Discard'}
          </Button>
          <Button
            variant={isConflicting ? 'danger' : 'primary'}
            busy={saving.isPending}
            disabled={rehearsing.isPending}
            onClick={() => saving.mutate({ overwrites: isConflicting })}
          >
            {isConflicting ? 'Overwrite theirs' : 'Save rules'}
          </Button>
        </div>
      </div>
    </section>
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'precondition_failed';
}
