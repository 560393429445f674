/**
 * The scripts that a domain may have beside the tracker, by the name of what each reports: how long pages are looked at, and how
 * quick they are. `attribute` is the domain's switch for it, `mark` a letter for pages that have it.
 * Source: docs/reference/engagement.md, docs/reference/web-vitals.md.
 */
export const reportScripts = {
  engagement: { attribute: 'engagement', path: '/.nameplate/engagement.js', mark: 'e' },
  vitals: { attribute: 'webVitals', path: '/.nameplate/vitals.js', mark: 'v' },
} as const;

export type ReportName = keyof typeof reportScripts;
export const reportNames: readonly ReportName[] = ['engagement', 'vitals'];

/** Which of them a domain has. */
export type ReportSwitches = { readonly engagement: boolean; readonly webVitals: boolean };

/** Undefined for the name of an event. */
export function reportNameOf(name: unknown): ReportName | undefined {
  return reportNames.find((known) => known === name);
}
