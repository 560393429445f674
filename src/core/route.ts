/**
 * What the edge needs to know about a host, and how it learns of changes. Source: docs/reference/edge.md
 * ("Answered").
 */
import type { ErrorPageDigests } from './error-page.ts';
import type { RedirectRule } from './redirect-route.ts';

export type WebAnalyticsMode = 'inject' | 'manual' | 'off';

/** A place where an upstream's application is reached. */
export type UpstreamTarget = { readonly host: string; readonly port: number };

/** How the targets of an upstream are checked; named as in the API. */
export type HealthCheck = {
  readonly path: string;
  readonly interval_seconds: number;
  readonly timeout_seconds: number;
  /** The first and the last good one. */
  readonly status: readonly [number, number];
  /** Good checks in a row. */
  readonly healthy_after: number;
  /** Failed checks in a row. */
  readonly unhealthy_after: number;
};

/** Where requests for custom domains are proxied to. */
export type UpstreamRoute = {
  readonly uuid: string;
  readonly accountUuid: string;
  /** A host name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Further places, in order of preference; absent where there are none. */
  readonly targets?: readonly UpstreamTarget[];
  /** Absent where there is none. */
  readonly healthCheck?: HealthCheck;
  /** Send the `Host` of the visitor instead of `host`. */
  readonly keepsHost?: true;
  /** What the certificate must be valid for; absent: `host`. */
  readonly tlsServerName?: string;
  /** Names what TLS connections to it are made with, beside the defaults: see {@link UpstreamTlsSource}. */
  readonly tlsDigest?: string;
  /** Compress its answers. */
  readonly compression?: true;
  /** Tell it where the visitor is. */
  readonly geoFields?: true;
  /** Tell it what the custom domain is called in its owner's program. */
  readonly metadataFields?: true;
  /** Null: this machine doesn't have the secret key it is encrypted with. */
  readonly authToken: string | null;
  /** Answer 503 in its place. */
  readonly maintenance: boolean;
  /** Absent where there are none. */
  readonly errorPages?: ErrorPageDigests;
};

/** What TLS connections to an upstream are made with. */
export type UpstreamTls = {
  /** Certificates to trust, PEM; empty: the system's. */
  readonly tlsCa: string;
  /** To show to it, PEM; empty: none. */
  readonly tlsClientCertificate: string;
  /** PEM; empty without a certificate. Null: this machine doesn't have the secret key it is encrypted with. */
  readonly tlsClientKey: string | null;
};

/** Where workers read it: the file on their machine. The texts are long, and many hosts have one upstream. */
export interface UpstreamTlsSource {
  /** With the digest that it has there, which may be newer than a route's; undefined: the upstream is gone. */
  upstreamTlsOf(upstreamUuid: string): Promise<(UpstreamTls & { readonly digest: string }) | undefined>;
}

/** What AI crawlers are answered: the site, 403, or 402. */
export type AiCrawlersMode = 'allow' | 'block' | 'payment_required';

/** Certificates of authorities, PEM, and what tells them apart from others. */
export type ClientCa = { readonly digest: string; readonly pem: string };

/** Where workers read the authorities of visitors' client certificates: the file on their machine. */
export interface ClientCaSource {
  /** With the digest that they have there, which may be newer than a route's; undefined: the domain has none. */
  clientCaOf(customDomainUuid: string): Promise<ClientCa | undefined>;
}

/** What a custom domain wants of TLS with its visitors beyond what every host wants; one of the two at least. */
export type DomainTls = {
  /** Absent: the installation's. */
  readonly minVersion?: '1.3';
  /** Names the authorities of client certificates: see {@link ClientCaSource}; absent: none are asked for. */
  readonly clientCaDigest?: string;
};

/** A custom domain, as the edge serves it. */
export type DomainRoute = {
  /** Of the custom domain; what its requests are counted under. */
  readonly uuid: string;
  /** Answer with a redirect to `www.` and serve that host like this one, unless it is a custom domain of its own. */
  readonly redirectToWww: boolean;
  readonly webAnalytics: WebAnalyticsMode;
  /** Count how long pages are looked at, and how far they are scrolled; absent: don't. */
  readonly engagement?: true;
  /** Record the path of referrers, not only their host. */
  readonly referrerPaths: boolean;
  /** Measure how quick pages are; absent: don't. */
  readonly webVitals?: true;
  /** For how many seconds browsers should use HTTPS only; 0 = no field is sent. */
  readonly hstsMaxAge: number;
  /** Absent where it wants nothing of its own. */
  readonly tls?: DomainTls;
  readonly aiCrawlers: AiCrawlersMode;
  /** Ask AI crawlers in robots.txt to stay away. */
  readonly aiCrawlersRobotsTxt: boolean;
  /** Answer 503 in place of the upstream. */
  readonly maintenance: boolean;
  /** Absent where there are none; they come before those of the upstream. */
  readonly errorPages?: ErrorPageDigests;
  /** Ready to be a field's value; absent where the domain has none, or its upstream does not ask. */
  readonly externalId?: string;
  /** Like `externalId`: JSON. */
  readonly metadata?: string;
  readonly upstream: UpstreamRoute;
};

/** A state of a host's rules. They can be many, so workers read them from their file: see {@link RulesSource}. */
export type RulesRoute = {
  readonly uuid: string;
  readonly version: number;
  /** That the rules proxy to, in order of uuid. */
  readonly upstreams: readonly UpstreamRoute[];
};

/** All that is served on one host; a host with nothing leaves the routing table. */
export type HostRoutes = {
  readonly host: string;
  /** Absent where there are none. */
  readonly rules?: RulesRoute;
  readonly redirect: RedirectRule | null;
  readonly domain: DomainRoute | null;
};

/** The changes that lead a routing table from one revision of the control store to a later one. */
export type RoutingPatch = {
  readonly fromRevision: number;
  readonly toRevision: number;
  /** Of `toRevision`. */
  readonly mark: string;
  readonly hosts: readonly HostRoutes[];
  /**
   * Host names and wildcards (`*.example.com`) whose certificates may have changed. A host's certificate also depends
   * on its owner, so every host in `hosts` counts too.
   */
  readonly certificateNames?: readonly string[];
};

/**
 * A place in the control store's history: a revision, and the mark that the log has of it. Marks are random: a server that takes over
 * and lacks the last commits of the one before has others under the same numbers, with other marks. '' where the log has none.
 */
export type StorePosition = { readonly revision: number; readonly mark: string };

export function isSamePosition(a: StorePosition, b: StorePosition): boolean {
  return a.revision === b.revision && a.mark === b.mark;
}

/** Where a routing table is loaded from; implemented by the control store. */
export interface RoutingSource {
  /** The newest revision committed. Read it before loading: routes loaded afterwards are at least as new. */
  position(): Promise<StorePosition>;
  /** Routes of up to `limit` hosts that sort after `afterHost` byte by byte; fewer than `limit` means the end. */
  routesAfter(afterHost: string, limit: number): Promise<HostRoutes[]>;
}

/** What is known of a host's rules without reading them. */
export type RulesEntry = {
  readonly host: string;
  readonly uuid: string;
  readonly accountUuid: string;
  readonly version: number;
  readonly ruleCount: number;
  /** As JSON. */
  readonly sizeBytes: number;
};

/** A host's rules as they are stored: JSON in UTF-8, or undefined where they were not wanted. */
export type StoredRules = RulesEntry & { readonly rules: Uint8Array | undefined };

/** Where workers read rules: the file on their machine. */
export interface RulesSource {
  /** The rules of those of `hosts` that have any, a few megabytes at a time. Lists that aren't wanted are not read. */
  rulesOf(hosts: readonly string[], isWanted: (list: RulesEntry) => boolean): AsyncIterable<StoredRules>;
}

/** The revision log that routing tables follow; implemented by the control store. */
export interface RoutingLog extends RoutingSource {
  /**
   * The changes of up to `limit` revisions after the position, with the routes as they are now (applying them twice
   * is harmless); `toRevision` equals `fromRevision` when there are none. Answers `gone` when the log no longer
   * reaches back that far, or has another mark there: reload.
   */
  changesAfter(position: StorePosition, limit: number): Promise<RoutingPatch | 'gone'>;
  /**
   * Calls `onChange` soon after another process commits, where the store can tell (PostgreSQL NOTIFY); never
   * calls it where it cannot (SQLite). A hint only: a caller that needs to be sure polls `position` too.
   */
  onRevision(onChange: () => void): Promise<AsyncDisposable>;
  /** Makes everything in this process that follows the log drop its cache, as a new revision does. */
  forgetSeen(): void;
}
