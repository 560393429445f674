/**
 * What a condition of rules is: everything of it stands in one file beside this one, and `conditions.ts` lists them.
 * Source: docs/reference/rules.md ("Conditions").
 */
import type { RuleRequest } from '../rule-request.ts';

export type ConditionKind<Value = unknown> = {
  /** In which order conditions are looked at: what costs most to look up comes last. */
  readonly rank: number;
  readonly words: ConditionWords;
  /** Of its value, for the API's document. */
  readonly schema: object;
  /** How CSV files write it. */
  readonly cell: 'text' | 'number' | 'boolean' | 'list' | 'true_or_list' | 'bots' | 'query';
  /** Reads what `place` has, and adds what its placeholders are called to `names`; throws a refusal. */
  read(value: unknown, place: string, names: string[]): Value;
  /** Takes a value that was read; undefined if it always holds, or is looked at elsewhere. */
  compile(value: Value): Test | undefined;
  /** What it costs at most to look at it, in steps. */
  cost(value: Value): number;
  /** In a few words, one for each thing that is wanted. */
  describe(value: Value, say: SayConditions): readonly string[];
  /** Changes a request so that the condition holds for it. */
  sample?(value: Value, request: Sampled): void;
};

export type ConditionWords = {
  /** On its chip. */
  readonly label: string;
  /** In the form. */
  readonly name: string;
  /** Whether its words are shown in the monospaced font. */
  readonly isCode?: true;
  /** What records don't have of a request; without it they have what the condition asks for. */
  readonly unrecorded?: string;
};

export type Test = (request: RuleRequest) => boolean;

export type Sampled = { -readonly [Fact in keyof RuleRequest]: RuleRequest[Fact] };

/** How values are said where the words are shown. */
export type SayConditions = {
  /** `a, b, c and 4 more`. */
  readonly listed: (items: readonly string[]) => string;
  readonly country: (code: string) => string;
  /** A class of bots, or the name of one. */
  readonly bot: (name: string) => string;
  readonly language: (tag: string) => string;
  readonly dateTime: (instant: string) => string;
  readonly percentage: (percent: number) => string;
};

/** Of a list. */
export const maxItems = 1000;

/** Of a list of texts: one of them is compared in half a step. */
export function listCost(texts: readonly string[]): number {
  return texts.length / 2;
}

export function textsSchema(description: string, examples: readonly (readonly string[])[]): object {
  return { type: 'array', items: { type: 'string' }, minItems: 1, description, examples };
}
