/** What a worker is started with; the service makes it of its configuration. Source: docs/reference/edge.md ("Workers"). */
import type { BotDirectory } from '../core/bot-directory.ts';
import type { ClientAddressField } from '../core/client-address-field.ts';
import type { SecretKeyLocation } from '../secrets/secret-keyring.ts';
import type { AccessLogOptions } from './access-log/access-log.ts';
import type { SocketName } from './passed-sockets.ts';

export type WorkerOptions = {
  /** How many there are. */
  readonly workers: number;
  /** What it reads: the control store's file, or its replica's. */
  readonly store: { readonly path: string; readonly secretKeys: SecretKeyLocation };
  readonly host: string;
  /** Null: nothing listens; 0: any free port, the same for all workers. */
  readonly httpPort: number | null;
  /** TLS; like `httpPort`. */
  readonly httpsPort: number | null;
  /** Which of these ports this process got as sockets that listen already. */
  readonly passedSockets?: readonly SocketName[];
  /** The host whose certificate is shown to clients that name none. */
  readonly defaultHost: string;
  /** The edge's addresses with certificates of their own, in canonical form. */
  readonly addresses?: readonly string[];
  /** Lead visitors of custom domains with a certificate to HTTPS. */
  readonly upgradesToHttps: boolean;
  /** Custom domains may raise it. */
  readonly tlsMinVersion: '1.2' | '1.3';
  /** Have the application process find out about hosts that nothing is served on. */
  readonly asksOfUnknownHosts?: boolean;
  /** Addresses and networks in CIDR notation. */
  readonly trustedProxies: readonly string[];
  /** Where these name the client. */
  readonly clientAddressField: ClientAddressField;
  /** Who may ask for this edge's health, besides this machine; like `trustedProxies`. */
  readonly healthAllow: readonly string[];
  readonly upstream: {
    /** Special addresses that upstreams may have, in CIDR notation. */
    readonly allow: readonly string[];
    /** Ports of this service, which no upstream may lead to. */
    readonly ownPorts: readonly number[];
    readonly connectTimeoutMs: number;
    /** Of one worker to one upstream. */
    readonly maxConnections: number;
    /** Of one client under way in one worker at one upstream; 0: no limit. */
    readonly maxRequestsPerClient: number;
    readonly responseTimeoutMs: number;
  };
  /** Bytes a second that request bodies have to come at; 0: at any rate. */
  readonly bodyMinRate: number;
  readonly spoolDirectory: string;
  /** Path of a list of crawlers; null: the program's own. */
  readonly crawlerList: string | null;
  /** Path of a file with the ranges of crawlers; null: the program's own. */
  readonly crawlerRanges: string | null;
  /** That are asked for the hosts of crawlers' addresses, as `address` or `address:port`; none: the system's. */
  readonly dnsServers: readonly string[];
  /** Where keys of crawlers are published, besides the program's own list. */
  readonly botDirectories: readonly BotDirectory[];
  /** Path of a database of places; null: the program's own. */
  readonly placesDatabase: string | null;
  /** Null: requests are not logged. */
  readonly accessLog: AccessLogOptions | null;
  /** Of the requests, from 0 to 1, that are traced. */
  readonly traceRatio: number;
  /** How many of the hosts with the most requests are asked for; 0: hosts aren't counted. */
  readonly busiestHosts: number;
  /** Events of trackers a minute that one client address may send a worker; 0 = no limit. */
  readonly eventsPerMinute: number;
};
