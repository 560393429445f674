/**
 * How a DNS provider leads a customer back. What it says is anybody's to write, so it only decides what the page looks for: whether the
 * records are there, DNS says. Source: docs/reference/domain-connect.md ("Coming back"); Domain Connect specification, "Template Apply
 * Response" and "Template Apply Error Response".
 */

/** `applied`: it says so; `refused`: the customer has cancelled, or something went wrong. */
export type WayBack = 'applied' | 'refused';

/** Undefined: the page was opened in another way. */
export function readWayBack({ state, error }: Readonly<Record<string, unknown>>): WayBack | undefined {
  if (error !== undefined) return 'refused';
  return state === undefined ? undefined : 'applied';
}
