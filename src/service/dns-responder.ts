/**
 * Starts the responder of this process's zone.
 * Source: docs/reference/dns-responder.md.
 */

import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { systemClock } from '../core/clock.ts';
import { domainConnectKeyLabel } from '../core/domain-connect-key.ts';
import { errorField } from '../core/error-field.ts';
import { childDescriptor, findBoundUdp, openDescriptor, type PassedPorts } from '../edge/passed-sockets.ts';
import { DomainConnectKeys } from '../features/domain-connect/key-store.ts';
import { KeyTexts } from '../features/domain-connect/key-texts.ts';
import { DnsListeners, type OpenSockets } from '../responder/listeners.ts';
import { Responder } from '../responder/responder.ts';
import { addEach } from '../telemetry/metric-registry.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { ChallengeTexts } from './challenge-texts.ts';
import { describeFailure, StartError } from './start-error.ts';

/** Undefined where there is no zone, or its port is 0. Rejects with {@link StartError} when it can't listen. */
export async function startDnsResponder(
  { responder: options }: Config,
  store: ControlStore,
  metrics: Metrics,
  logger: Logger,
  passedPorts: PassedPorts,
): Promise<AsyncDisposable | undefined> {
  if (!options || options.port === 0) return undefined;
  const { zone, nameServers, host, port } = options;
  const texts = new ChallengeTexts(store.acmeChallenges, systemClock);
  const keyTexts = new KeyTexts(new DomainConnectKeys(store), systemClock);
  const responder = new Responder(
    {
      name: zone,
      nameServers,
      findTexts: (label) => (label === domainConnectKeyLabel ? keyTexts.find() : texts.find(label)),
    },
    systemClock,
  );
  metrics.counter(
    'nameplate_dns_queries_total',
    'DNS queries that reached the responder, by what became of them.',
    ['result'],
    (add) => addEach(add, 'result', responder.counts),
  );
  try {
    const listeners = await DnsListeners.open(responder, { host, port, open: openSockets(passedPorts) });
    logger.info({ zone, port }, 'DNS: answering for the zone');
    return listeners;
  } catch (error) {
    throw new StartError(whyNotListening(error, { host, port }));
  }
}

/** The sockets that this process got from the supervisor. */
function openSockets(passedPorts: PassedPorts): OpenSockets {
  const descriptor = childDescriptor('dns_udp');
  const udp = passedPorts.dns_udp === undefined ? undefined : findBoundUdp(descriptor);
  return {
    tcp: passedPorts.dns_tcp === undefined ? undefined : openDescriptor(childDescriptor('dns_tcp')),
    udp: udp && { descriptor, type: udp.type },
  };
}

function whyNotListening(error: unknown, { host, port }: { host: string; port: number }): string {
  switch (errorField(error, 'code') ?? '') {
    case 'EADDRINUSE':
      return `NAMEPLATE_DNS_PORT is ${port}, but another program already listens on port ${port} of ${host}, by UDP or TCP`;
    case 'EACCES':
      return `NAMEPLATE_DNS_PORT is ${port}, but this user may not listen on port ${port}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `NAMEPLATE_DNS_HOST is ${JSON.stringify(host)}, but this machine has no such address`;
    default:
      return `the DNS responder cannot listen on port ${port} of ${host}: ${describeFailure(error)}`;
  }
}
