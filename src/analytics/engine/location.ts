/** Where the analytics store is kept; plain data, so that it can be handed to another process. */

export type AnalyticsLocation =
  /** `memoryBytes`: what the engine may take, caches and queries together. */
  | { readonly kind: 'chdb'; readonly path: string; readonly memoryBytes: number }
  /** `url`: `http(s)://user:password@host:port/database`; `cluster`: a name of the server's `remote_servers`. */
  | { readonly kind: 'clickhouse'; readonly url: string; readonly cluster: string | undefined };
