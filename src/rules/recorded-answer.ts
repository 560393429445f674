/** What records of requests say of their answers. Source: docs/reference/replay.md ("What is compared"). */

/** What answered a request. */
export const answeredBy = {
  /** The host's custom domain, or what the edge itself does for the host, such as a redirect to HTTPS. */
  host: 0,
  rule: 1,
  /** An upstream that a rule proxies to. */
  ruleUpstream: 2,
  redirect: 3,
  nothing: 4,
} as const;

export type RecordedAnswer = {
  readonly by: number;
  readonly status: number;
  readonly rule: string;
  readonly target: string;
  readonly failure: string;
};
