/** The outcome of a replay in sentences. Source: docs/reference/replay.md. */
import type { operations } from '../../../../client/src/openapi.ts';
import { actions } from '../../../../src/rules/actions/actions.ts';
import { conditions } from '../../../../src/rules/conditions/conditions.ts';
import { formatInteger } from '../../format/numbers.ts';
import { counted } from './rule-words.ts';

export type Replay = operations['replayHostRules']['responses'][200]['content']['application/json'];

/** The counts alone, also summed over hosts. */
export type Replayed = Pick<
  Replay,
  'requests' | 'changed' | 'blocked' | 'circles' | 'unmatched' | 'uncertain'
>;

export function changedSentence(
  { requests, changed, blocked, circles, unmatched }: Replayed,
  hosts = 1,
): string {
  if (requests === 0)
    return `Nothing was recorded for ${hosts === 1 ? 'this host' : 'these hosts'} in the last 7 days.`;
  if (changed === 0)
    return `Over the last 7 days this would have changed none of ${counted(requests, 'request')}.`;
  const parts = [
    blocked === 0 ? '' : `${formatInteger(blocked)} blocked`,
    circles === 0 ? '' : `${formatInteger(circles)} in circles`,
    unmatched === 0 ? '' : `${formatInteger(unmatched)} not found`,
  ].filter((part) => part !== '');
  const also = parts.length === 0 ? '' : ` In all, ${parts.join(', ')}.`;
  return `Over the last 7 days this would have changed ${formatInteger(changed)} of ${counted(requests, 'request')}.${also}`;
}

const unrecorded = new Map([
  ...Object.entries(conditions).map(([name, { words }]) => [name, words.unrecorded] as const),
  ...Object.entries(actions).map(([name, { stops }]) => [name, stops?.unrecorded] as const),
]);
/** Rules that are named one by one. */
const mostNamed = 5;

/** What couldn't be replayed, and how many requests that concerns. */
export function notReplayableSentences({
  not_replayable: list,
  uncertain,
}: Pick<Replay, 'not_replayable' | 'uncertain'>): string[] {
  const byCondition = new Map<string, number[]>();
  for (const { rule, condition } of list)
    byCondition.set(condition, [...(byCondition.get(condition) ?? []), rule + 1]);
  const sentences = [...byCondition].map(([condition, places]) => {
    const named = places.slice(0, mostNamed).map(formatInteger).join(', ');
    const more = places.length > mostNamed ? ` and ${formatInteger(places.length - mostNamed)} more` : '';
    return `${places.length === 1 ? 'Rule' : 'Rules'} ${named}${more} can't be rehearsed: ${unrecorded.get(condition) ?? condition} isn't recorded.`;
  });
  if (uncertain > 0) sentences.push(`Of ${counted(uncertain, 'request')} it isn't known what would happen.`);
  return sentences;
}
