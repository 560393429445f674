/** A step of a diagnosis. Source: docs/reference/diagnosis.md ("Steps"). */
import type { CauseCode } from './cause-code.ts';

/** In causal order. */
export const stepNames = [
  'delegation',
  'addresses',
  'caa',
  'reachable',
  'handshake',
  'certificate',
  'route',
  'upstream',
  'traffic',
  'renewal',
] as const;
export type StepName = (typeof stepNames)[number];

/** What is not known without these leaves the verdict open. */
export const decisiveSteps: ReadonlySet<StepName> = new Set(stepNames.slice(0, 8));

/** `detail` and `cause` are sentences. */
export type StepOutcome =
  | { readonly state: 'ok'; readonly detail: string }
  | { readonly state: 'failed' | 'skipped'; readonly code: CauseCode; readonly cause: string };

export function ok(detail: string): StepOutcome {
  return { state: 'ok', detail };
}

export function failed(code: CauseCode, cause: string): StepOutcome {
  return { state: 'failed', code, cause };
}

export function skipped(code: CauseCode, cause: string): StepOutcome {
  return { state: 'skipped', code, cause };
}
