/** A request as the edge or an import records it. Source: docs/reference/spool.md ("Files"). */

export type RequestRecord = {
  /** Uuid of the custom domain whose host was asked. */
  readonly domainUuid: string;
  /** First byte of the request, milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
  readonly durationUs: number;
  /** Start line, fields and body. */
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly status: number;
  readonly method: string;
  /** Raw, without the query; latin1, may hold any byte. */
  readonly path: string;
  /** Of the client behind trusted proxies. */
  readonly clientAddress: string;
  /** Latin1; '' when the request has none. */
  readonly userAgent: string;
};
