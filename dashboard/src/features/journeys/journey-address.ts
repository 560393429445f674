/** Which journeys the address is about: `?anchor=page:/pricing&direction=before`. Source: docs/reference/journeys.md. */
import { readStep, type Step } from '../funnels/funnel-steps.ts';

export const directions = [
  { value: 'after', label: 'After' },
  { value: 'before', label: 'Before' },
] as const;

export type Direction = (typeof directions)[number]['value'];
export type Asked = { readonly anchor: Step; readonly direction: Direction };

/** Almost every site has it. */
const home: Step = { kind: 'page', value: '/' };

/** An invalid anchor is the home page. */
export function readAsked(search: URLSearchParams): Asked {
  return {
    anchor: readStep(search.get('anchor') ?? '') ?? home,
    direction: directions.find(({ value }) => value === search.get('direction'))?.value ?? 'after',
  };
}

export function withAsked(before: URLSearchParams, { anchor, direction }: Asked): URLSearchParams {
  const next = new URLSearchParams(before);
  next.set('anchor', `${anchor.kind}:${anchor.value}`);
  if (direction === 'after') next.delete('direction');
  else next.set('direction', direction);
  return next;
}
