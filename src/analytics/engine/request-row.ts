/**
 * A request as it is stored: one row of the table `requests`. Source: docs/reference/analytics-store.md ("The table
 * `requests`").
 */

export type RequestRow = {
  /** Uuid of the custom domain whose host was asked. */
  readonly domain: string;
  /** First byte of the request, milliseconds since the Unix epoch. */
  readonly time: number;
  /** First byte of the request to last byte of the response, microseconds. */
  readonly duration_us: number;
  /** Start line, fields and body. */
  readonly bytes_in: number;
  readonly bytes_out: number;
  readonly status: number;
  readonly method: string;
  /** Without the query. Well-formed text: bytes from 0x80 are percent-encoded. */
  readonly path: string;
  /** Name of the crawler; '' when it is none known. */
  readonly bot: string;
  /** Slug of the hosting network; '' when it is none known. */
  readonly datacenter: string;
};
