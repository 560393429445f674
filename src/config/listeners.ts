/**
 * Refuses listeners that would take each other's port, before any of them is opened. Source: docs/reference/config.md
 * ("How variables are read").
 */
import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ConfigError } from './config-error.ts';
import type { VariableName } from './variables.ts';

type Listener = { readonly variable: VariableName; readonly host: string; readonly port: number };

type Listening = {
  readonly api: { readonly host: string; readonly port: number };
  readonly edge: { readonly host: string; readonly httpPort: number; readonly httpsPort: number };
  readonly responder: { readonly host: string; readonly port: number } | undefined;
};

/** Throws {@link ConfigError} when two listeners that are on share a port on overlapping addresses. */
export function checkListeners({ api, edge, responder }: Listening): void {
  const listeners: readonly Listener[] = [
    { variable: 'NAMEPLATE_API_PORT', host: api.host, port: api.port },
    { variable: 'NAMEPLATE_EDGE_HTTP_PORT', host: edge.host, port: edge.httpPort },
    { variable: 'NAMEPLATE_EDGE_HTTPS_PORT', host: edge.host, port: edge.httpsPort },
    ...(responder ? [{ variable: 'NAMEPLATE_DNS_PORT' as const, ...responder }] : []),
  ];
  for (const [index, later] of listeners.entries()) {
    const earlier = listeners.slice(0, index).find((other) => collide(other, later));
    if (!earlier) continue;
    throw new ConfigError(
      later.variable,
      `${later.variable} is "${later.port}" on ${later.host}, the same listener as ${earlier.variable} on ${earlier.host}; allowed: a port of its own`,
    );
  }
}

function collide(one: Listener, other: Listener): boolean {
  return one.port !== 0 && one.port === other.port && addressesOverlap(one.host, other.host);
}

/** `::` takes IPv4 connections too; which addresses a host name stands for is known only when it is resolved. */
function addressesOverlap(one: string, other: string): boolean {
  const [a, b] = [canonicalHost(one), canonicalHost(other)];
  return a === b || a === '::' || b === '::' || coversIPv4(a, b) || coversIPv4(b, a);
}

function coversIPv4(wildcard: string, host: string): boolean {
  return wildcard === '0.0.0.0' && !isIPv6(host);
}

function canonicalHost(host: string): string {
  return isIPv4(host) || isIPv6(host) ? ipaddr.process(host).toString() : host.toLowerCase();
}
