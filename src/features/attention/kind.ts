/** What a kind of finding is: how bad, and what is said of each of its causes. Source: docs/reference/finding-kinds.md. */
import type { Evidence, FindingKindName, Severity } from '../../core/finding.ts';

/** What the words are made of. */
export type Found = {
  /** The host; for many of one upstream "11 domains of …". */
  readonly subject: string;
  /** Whether the subject is many. */
  readonly isMany: boolean;
  readonly evidence: Evidence;
};

type Sentence = string | ((found: Found) => string);

export type Cause = {
  /** For the reference: follows the code. */
  readonly when: string;
  /** One sentence each, which a support engineer can send on. */
  readonly cause: Sentence;
  readonly fix: Sentence;
};

export type FindingKind = {
  readonly kind: FindingKindName;
  readonly severity: Severity;
  /** For the reference: when it opens. */
  readonly opens: string;
  readonly summary: Sentence;
  /** By code: a closed list. */
  readonly causes: Readonly<Record<string, Cause>>;
};

/** The first of the problems that the check found. */
export function firstProblem(otherwise: string): Sentence {
  return ({ evidence: { problems } }) =>
    Array.isArray(problems) && typeof problems[0] === 'string' ? problems[0] : otherwise;
}

export function wordsOf(sentence: Sentence, found: Found): string {
  return typeof sentence === 'string' ? sentence : sentence(found);
}
