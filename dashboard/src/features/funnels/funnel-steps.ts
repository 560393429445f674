/**
 * The steps of a funnel and their scope. The address has one `step` for each, such as `step=event:Order`.
 * Source: docs/reference/funnels.md.
 */
import type { Goal } from '../../api/resources.ts';
import type { SavedFunnel } from './saved-funnels.ts';

export const fewestSteps = 2;
export const mostSteps = 8;

export const stepKinds = [
  { value: 'goal', label: 'Goal' },
  { value: 'event', label: 'Event' },
  { value: 'page', label: 'Page' },
] as const;

export type StepKind = (typeof stepKinds)[number]['value'];

/** A goal's uuid, an event's name, or a path in which `*` stands for any characters. */
export type Step = { readonly kind: StepKind; readonly value: string };

export const funnelScopes = ['visit', 'range'] as const;

/** Whether a visitor takes all steps in one visit, or at any time in the range. */
export type FunnelScope = (typeof funnelScopes)[number];

export type Funnel = { readonly scope: FunnelScope; readonly steps: readonly Step[] };

/** Reads the funnel of an address. Invalid steps, and those past the most there may be, are ignored. */
export function readFunnel(search: URLSearchParams): Funnel {
  const steps = search.getAll('step').flatMap((text) => readStep(text) ?? []);
  const scope = funnelScopes.find((each) => each === search.get('scope')) ?? 'visit';
  return { scope, steps: steps.slice(0, mostSteps) };
}

/** Reads `page:/cart`; undefined if it is invalid. */
export function readStep(text: string): Step | undefined {
  const [kind = '', ...rest] = text.split(':');
  const value = rest.join(':');
  const known = stepKinds.find((each) => each.value === kind);
  return known === undefined || value === '' ? undefined : { kind: known.value, value };
}

/** Replaces the funnel of an address. */
export function withFunnel(before: URLSearchParams, { scope, steps }: Funnel): URLSearchParams {
  const next = new URLSearchParams(before);
  next.delete('step');
  next.delete('scope');
  if (scope !== 'visit') next.set('scope', scope);
  for (const { kind, value } of steps) next.append('step', `${kind}:${value}`);
  return next;
}

/** What is wrong with a step that is being edited; undefined if nothing is. */
export function problemOf({ kind, value }: Step): string | undefined {
  if (kind === 'goal') return value === '' ? 'Choose a goal.' : undefined;
  if (kind === 'event') return value.trim() === '' ? 'Enter the name of an event.' : undefined;
  return /^[/*]/.test(value) ? undefined : 'Enter a path that begins with / or *.';
}

type WireStep = SavedFunnel['steps'][number];

/** A step as the API has it. */
export function wireStep({ kind, value }: Step): WireStep {
  switch (kind) {
    case 'goal':
      return { goal: value };
    case 'event':
      return { event: value };
    case 'page':
      return { page: value };
  }
}

export function funnelOf({ scope, steps }: Pick<SavedFunnel, 'scope' | 'steps'>): Funnel {
  return { scope, steps: steps.map(stepOf) };
}

function stepOf(step: WireStep): Step {
  if ('goal' in step) return { kind: 'goal', value: step.goal };
  return 'event' in step ? { kind: 'event', value: step.event } : { kind: 'page', value: step.page };
}

/** A step in words: a path, an event's name, a goal's name. */
export function stepWords({ kind, value }: Step, goals: readonly Goal[]): string {
  if (kind !== 'goal') return value;
  return goals.find(({ uuid }) => uuid === value)?.display_name ?? deletedGoal;
}

export const deletedGoal = 'Deleted goal';
