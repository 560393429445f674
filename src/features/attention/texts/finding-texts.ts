/** What each language has of the findings that customers are told. Source: docs/reference/subscriptions.md ("Languages"). */

/** `{name}` is the subject, or a value of the evidence: numbers and days are written as the language does. */
export type FindingTexts = {
  /** Of several domains of one upstream. */
  readonly many: (count: number, host: string) => string;
  readonly installation: string;
  /** By kind. */
  readonly summaries: Readonly<Record<string, string>>;
  /** By kind and code. */
  readonly causes: Readonly<Record<string, Readonly<Record<string, readonly [cause: string, fix: string]>>>>;
};
