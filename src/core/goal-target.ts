/** What completes a goal or a step of a funnel. Source: docs/reference/goals.md, docs/reference/funnels.md. */

/** An event by its name, or the view of a page; `*` in the path stands for any characters. */
export type GoalTarget =
  | { readonly eventName: string; readonly pagePath: null }
  | { readonly eventName: null; readonly pagePath: string };

export const maxPagePathLength = 500;

/** What a target is called unless it has a name of its own. */
export function nameOfTarget({ eventName, pagePath }: GoalTarget): string {
  return eventName ?? `Visit ${pagePath}`;
}
