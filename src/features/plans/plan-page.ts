/** Where people review and approve a plan. Source: docs/reference/plans.md ("Approval"). */

/** The path of its page in the dashboard. */
export function planPagePath(planUuid: string): string {
  return `/plans/${encodeURIComponent(planUuid)}`;
}
