/** Limits of custom events, in characters. Source: docs/reference/tracker.md ("Custom events"). */

export const maxEventNameLength = 120;
export const maxPropertyKeyLength = 300;
