/** Where the control store is kept; plain data, so that it can be handed to another process. */

export type ControlLocation = { readonly kind: 'sqlite'; readonly path: string } | PostgresLocation;

export type PostgresLocation = {
  readonly kind: 'postgres';
  readonly url: string;
  /** Of the same database, for the connection that listens; `url` by default. */
  readonly listenUrl?: string;
  /** How many a process may have open; 10 by default. */
  readonly connections?: number;
};
