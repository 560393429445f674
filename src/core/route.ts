/** What the edge needs to know of a host, and how it learns of changes. Source: contract section 3. */

export const redirectTypes = ['permanent', 'found'] as const;
export type RedirectType = (typeof redirectTypes)[number];

/** An active redirect, as stored. */
export type RedirectRule = {
  readonly matchPath: string;
  readonly destinationUrl: string;
  readonly redirectType: RedirectType;
  readonly preservePath: boolean;
  readonly preserveQueryString: boolean;
};

/** All that is served on one host; a host with nothing leaves the routing table. */
export type HostRoutes = { readonly host: string; readonly redirect: RedirectRule | null };

/** The changes that lead a routing table from one revision of the control store to a later one. */
export type RoutingPatch = {
  readonly fromRevision: number;
  readonly toRevision: number;
  readonly hosts: readonly HostRoutes[];
};

/** Where a routing table is loaded from; implemented by the control store. */
export interface RoutingSource {
  /** The newest revision committed. Read it before loading: routes loaded afterwards are at least as new. */
  currentRevision(): Promise<number>;
  /** Routes of up to `limit` hosts that sort after `afterHost` byte by byte; fewer than `limit` means the end. */
  routesAfter(afterHost: string, limit: number): Promise<HostRoutes[]>;
}

/** The revision log that routing tables follow; implemented by the control store. */
export interface RoutingLog extends RoutingSource {
  /**
   * The changes of up to `limit` revisions after `revision`, with the routes as they are now (applying them twice
   * is harmless); `toRevision` equals `fromRevision` when there are none. Answers `gone` when the log no longer
   * reaches back that far: load anew.
   */
  changesAfter(revision: number, limit: number): Promise<RoutingPatch | 'gone'>;
  /**
   * Calls `onChange` soon after another process commits, where the store can tell (PostgreSQL NOTIFY); never
   * calls it where it cannot (SQLite). A hint only: whoever needs to be sure polls `currentRevision` too.
   */
  onRevision(onChange: () => void): Promise<AsyncDisposable>;
}
