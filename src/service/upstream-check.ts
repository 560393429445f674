/**
 * Decides which addresses upstreams may have, for the service and the command line. Source: docs/reference/dns.md ("Where
 * upstreams may be").
 */
import type { Config } from '../config/config.ts';
import { AddressPolicy } from '../core/address-policy.ts';
import type { UpstreamCheck } from '../core/custom-domain.ts';
import type { HostNames } from '../core/host-names.ts';
import { PolicyUpstreamCheck } from '../dns/upstream-check.ts';
import { ownAddresses } from '../edge/own-addresses.ts';

/** The ports that Nameplate listens on: no upstream on this machine may use them. */
export function ownPorts({ api, edge, responder }: Config): number[] {
  return [api.port, edge.httpPort, edge.httpsPort, responder?.port ?? 0].filter((port) => port !== 0);
}

/** Where requests to upstreams and webhooks may go. */
export function addressPolicyOf(config: Config): AddressPolicy {
  return new AddressPolicy(config.upstream.allow, ownPorts(config), ownAddresses);
}

export function upstreamCheckOf(config: Config, names: HostNames): UpstreamCheck {
  return new PolicyUpstreamCheck(addressPolicyOf(config), names);
}
