/** Plans in words. */
import { changedSentence, notReplayableSentences, type Replayed } from '../rules/rehearsal-words.ts';
import type { Plan } from './plan-queries.ts';

export type PlanItem = Pick<Plan['creates'][number], 'kind' | 'key'> &
  Partial<Pick<Plan['creates'][number], 'attributes' | 'replay'>>;

/** One of each. */
export const kindWords: Readonly<Record<PlanItem['kind'], string>> = {
  upstreams: 'Upstream',
  domains: 'Domain',
  redirects: 'Redirect',
  rules: 'Rules',
  goals: 'Goal',
  segments: 'Segment',
  webhook_endpoints: 'Webhook',
  error_pages: 'Error page',
  brand: 'Brand',
};

/** What replay says of rules that change; null: it says nothing. */
export function replaySentences(replay: Replayed | null, hosts = 1): string[] {
  if (replay === null)
    return ['Not rehearsed: nothing is recorded, it would take too long, or the analytics store is away.'];
  return [changedSentence(replay, hosts), ...notReplayableSentences({ ...replay, not_replayable: [] })];
}

/** Of a change, what it takes away and what it adds. */
export type Value = {
  readonly name: string;
  readonly lines: readonly { readonly is: 'gone' | 'new' | 'kept'; readonly text: string }[];
};

/** Attribute by attribute; of lists of objects, such as rules, a line for each element. `isChange`: each has a value before and after. */
export function valuesOf({ attributes = {} }: PlanItem, isChange: boolean): Value[] {
  return Object.entries(attributes).map(([name, value]) => {
    if (!isChange || !isBeforeAndAfter(value))
      return { name, lines: linesOf(value).map((text) => ({ is: 'kept', text }) as const) };
    const [before, after] = [linesOf(value.before), linesOf(value.after)];
    // The same elements in another order: all of them.
    const isMoved =
      before.every((text) => after.includes(text)) && after.every((text) => before.includes(text));
    const isKept = (text: string, others: readonly string[]) => !isMoved && others.includes(text);
    return {
      name,
      lines: [
        ...before.flatMap((text) => (isKept(text, after) ? [] : [{ is: 'gone', text } as const])),
        ...after.map((text) => ({ is: isKept(text, before) ? 'kept' : 'new', text }) as const),
      ],
    };
  });
}

function isBeforeAndAfter(value: unknown): value is { readonly before: unknown; readonly after: unknown } {
  return typeof value === 'object' && value !== null && 'before' in value && 'after' in value;
}

function linesOf(value: unknown): string[] {
  const isList = Array.isArray(value) && value.some((one) => typeof one === 'object');
  return isList ? value.map((one) => JSON.stringify(one)) : [JSON.stringify(value)];
}
