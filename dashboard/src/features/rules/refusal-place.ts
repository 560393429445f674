/** Takes a refusal of rules apart: which rule, which place in it, and what to say there. Source: docs/reference/rules.md ("Limits"). */
import { ApiError } from '../../api/api-error.ts';

export type PlacedRefusal = {
  /** The rule's place in the list, from 0; undefined: the list itself. */
  readonly index: number | undefined;
  /** Within the rule, such as `then.redirect.to`; empty: the rule itself. */
  readonly path: string;
  /** For people at the field. */
  readonly message: string;
};

const form = /^rules(?:\[(\d+)\])?(?:\.(\S+))? (.+?)(?:; allowed: (.*))?$/s;

/** Undefined for errors that aren't about a rule. */
export function placedRefusalOf(error: unknown): PlacedRefusal | undefined {
  return error instanceof ApiError && error.code === 'rules_invalid'
    ? placeOfRefusal(error.message)
    : undefined;
}

/** Undefined for sentences of another form. */
export function placeOfRefusal(sentence: string): PlacedRefusal | undefined {
  const parts = form.exec(sentence.trim());
  if (!parts) return undefined;
  const [, index, path = '', problem = '', allowed] = parts;
  return {
    index: index === undefined ? undefined : Number(index),
    path,
    message: messageOf(problem, allowed),
  };
}

/** The value is in the field already. */
function messageOf(problem: string, allowed: string | undefined): string {
  if (allowed === undefined) return `This ${problem}.`;
  if (problem === 'is missing' || /^is "\s*"$/.test(problem)) return `Enter ${allowed}.`;
  return problem.startsWith('is ') ? `Allowed: ${allowed}.` : `This ${problem}. Allowed: ${allowed}.`;
}
