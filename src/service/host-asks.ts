/** Composes what finds out about unknown names on a machine with an edge. Source: docs/reference/ask.md. */
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { Turns } from '../control/turns.ts';
import { systemClock } from '../core/clock.ts';
import type { FindingObserver } from '../core/finding.ts';
import { HostNames } from '../core/host-names.ts';
import { minuteMs } from '../core/time.ts';
import { LeadsHere } from '../dns/leads-here.ts';
import type { Edge } from '../edge/edge.ts';
import { AddedHosts } from '../features/ask/add-host.ts';
import { askEndpoint } from '../features/ask/endpoint.ts';
import { asksSeen } from '../features/ask/observe-asks.ts';
import { UnknownNames } from '../features/ask/unknown-names.ts';
import { observeInstallation } from '../features/attention/installation-checks.ts';
import { addEach } from '../telemetry/metric-registry.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { RepeatedWork } from './repeated-work.ts';
import { version } from './version.ts';

const observeEveryMs = 5 * minuteMs;

export type HostAskParts = {
  readonly store: ControlStore;
  readonly findings: FindingObserver;
  readonly metrics: Metrics;
  readonly planes: () => Promise<{ readonly edge: Pick<Edge, 'catchUp'> }>;
  /** Has a certificate ordered. */
  readonly onMissingCertificate: (host: string) => void;
};

/** Undefined unless the operator has an endpoint for it. */
export function openHostAsks(
  config: Config,
  { store, findings, metrics, planes, onMissingCertificate }: HostAskParts,
  logger: Logger,
): (Pick<UnknownNames, 'find'> & AsyncDisposable) | undefined {
  const { ask, acme, api, dnsServers, edge, responder } = config;
  if (!ask) return undefined;
  if (edge.publicHostname === undefined && edge.publicAddresses.length === 0)
    logger.warn(
      'NAMEPLATE_ASK_URL is not asked: without NAMEPLATE_EDGE_HOSTNAME or NAMEPLATE_EDGE_ADDRESSES it is not known which names lead here',
    );
  const zone = responder?.zone;
  const dns = new LeadsHere(dnsServers, edge, systemClock);
  const endpoint = { url: ask.url, names: new HostNames(), userAgent: `Nameplate/${version}` };
  const names = new UnknownNames({
    ownHosts: new Set([
      ...store.ownHosts,
      ...(responder?.nameServers ?? []),
      ...(api.origin === undefined ? [] : [new URL(api.origin).hostname]),
    ]),
    hosts: new AddedHosts(store, { edgeHostname: edge.publicHostname, zone }, ask.upstreamUuid),
    leadsHere: (host, signal) => dns.check(host, signal),
    ask: (host, signal) => askEndpoint(host, endpoint, signal),
    async onAdded(host) {
      await (await planes()).edge.catchUp();
      if (acme) onMissingCertificate(host);
    },
    logger,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  });
  metrics.counter(
    'nameplate_asks_total',
    'Questions to NAMEPLATE_ASK_URL about unknown names since the start, by the outcome.',
    ['outcome'],
    (add) => addEach(add, 'outcome', names.counts),
  );
  metrics.gauge('nameplate_asks_waiting', 'Unknown names that wait for being decided.', () => names.waiting);
  const work = new RepeatedWork(logger);
  const turns = new Turns(store);
  const machine = hostname();
  work.later(observeEveryMs, () =>
    turns.inTurn(`installation ${machine} ask`, observeEveryMs, () =>
      observeInstallation({ store, findings }, machine, [
        ['ask_failing', asksSeen(names.takeLately(), machine)],
      ]),
    ),
  );
  return {
    find: (host, network) => names.find(host, network),
    async [Symbol.asyncDispose]() {
      await Promise.all([work[Symbol.asyncDispose](), names[Symbol.asyncDispose]()]);
      dns[Symbol.dispose]();
    },
  };
}
