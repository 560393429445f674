/** What kind of client sent a request. Source: docs/reference/enrichment.md ("People and scanners"). */
export const clientKinds = ['person', 'bot', 'probe', 'datacenter'] as const;
