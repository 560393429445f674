/**
 * What edge workers are started with: all of it follows from the configuration, so it is known before a store is open.
 * Source: docs/reference/edge.md ("Workers").
 */
import type { Config } from '../config/config.ts';
import { replicaPathIn } from '../control/replica-file.ts';
import { type PassedPorts, socketNames } from '../edge/passed-sockets.ts';
import type { WorkerOptions } from '../edge/worker-options.ts';
import { secretKeyLocationOf } from './secret-key-location.ts';
import { ownPorts } from './upstream-check.ts';

/** The name in the certificate of a machine without one (RFC 6761: it never resolves). */
const namelessHost = 'nameplate.invalid';

export function workerOptionsOf(config: Config, passedPorts: PassedPorts): WorkerOptions {
  const { control, edge } = config;
  return {
    workers: edge.workers,
    store: {
      path: control.kind === 'sqlite' ? control.path : replicaPathIn(config.dataDir),
      secretKeys: secretKeyLocationOf(config),
    },
    host: edge.host,
    httpPort: edge.httpPort === 0 ? null : edge.httpPort,
    httpsPort: edge.httpsPort === 0 ? null : edge.httpsPort,
    passedSockets: socketNames.filter((name) => passedPorts[name] !== undefined),
    defaultHost: edge.publicHostname ?? namelessHost,
    addresses: config.acme?.addresses ?? [],
    upgradesToHttps: edge.httpsRedirect,
    tlsMinVersion: edge.tlsMinVersion,
    asksOfUnknownHosts: config.ask !== undefined,
    trustedProxies: edge.trustedProxies,
    clientAddressField: edge.clientAddressField,
    healthAllow: edge.healthAllow,
    upstream: { ...config.upstream, ownPorts: ownPorts(config) },
    spoolDirectory: config.spool.path,
    crawlerList: config.lookupData.crawlers?.path ?? null,
    crawlerRanges: config.lookupData.ranges?.path ?? null,
    dnsServers: config.dnsServers,
    botDirectories: config.botDirectories,
    placesDatabase: config.lookupData.places?.path ?? null,
    accessLog: config.accessLog ?? null,
    traceRatio: config.otlp?.traceRatio ?? 0,
    busiestHosts: config.metricsHosts,
    bodyMinRate: edge.bodyMinRate,
    eventsPerMinute: config.eventsPerMinute,
  };
}
