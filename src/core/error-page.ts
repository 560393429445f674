/** Pages of an operator's own for what can't be answered. Source: docs/reference/error-pages.md. */

/** The statuses that a page can be made for. The page for 502 also goes with 504. */
export const errorPageStatuses = [404, 502, 503] as const;
export type ErrorPageStatus = (typeof errorPageStatuses)[number];

/** Of a page, in UTF-8. */
export const maxErrorPageBytes: number = 64 * 1024;

/** What a page belongs to. */
export type ErrorPageOwner = 'upstream' | 'custom_domain';

/** The pages of an upstream or a custom domain, by digests of what they are. */
export type ErrorPageDigests = Readonly<Partial<Record<ErrorPageStatus, string>>>;

/** Where edge workers read pages. */
export interface ErrorPageSource {
  /** The page that is there now, which may be another one than is looked for. */
  errorPageOf(
    owner: ErrorPageOwner,
    uuid: string,
    status: ErrorPageStatus,
  ): Promise<{ readonly digest: string; readonly html: string } | undefined>;
}
