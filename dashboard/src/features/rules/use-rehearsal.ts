/** Replays the rules of a host on the requests of the last 7 days. Source: docs/reference/replay.md. */
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useAccountUuid } from '../../session/session.ts';
import type { Replay } from './rehearsal-words.ts';
import { replayRules } from './rules-queries.ts';
import type { RulesDraft } from './use-rules-draft.ts';

export type Rehearsing = UseMutationResult<Replay, Error, RulesDraft['rules']>;

export function useRehearsal(host: string, onError: (error: unknown) => void): Rehearsing {
  const accountUuid = useAccountUuid();
  return useMutation({
    mutationFn: (rules: RulesDraft['rules']) => replayRules(accountUuid, host, rules),
    onError: (error) => onError(error),
  });
}
