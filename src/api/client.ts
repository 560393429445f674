/**
 * What a request says about its client: from the connection, or from a trusted proxy.
 * Source: docs/reference/edge.md ("Trusted proxies").
 */
import type { FastifyRequest } from 'fastify';
import { peerAddressOf } from '../core/ip-address.ts';
import { parseUrl } from '../core/url.ts';

/** The proxies that are believed when they say who the client is. */
export interface ForwardingPeers {
  includes(address: string): boolean;
  /** `fields` is `[name, value, name, value, …]`. */
  clientAddressOf(head: { readonly fields: readonly string[] }, peerAddress: string): string;
  schemeOf(
    head: { readonly fields: readonly string[] },
    peerAddress: string,
    connectionScheme: 'http' | 'https',
  ): 'http' | 'https';
}

export function clientAddressOf(request: FastifyRequest, peers: ForwardingPeers): string {
  return peers.clientAddressOf({ fields: request.raw.rawHeaders }, peerOf(request));
}

/** Whether the client came by HTTPS. The API itself speaks clear text, so only a proxy can tell. */
export function isSecure(request: FastifyRequest, peers: ForwardingPeers): boolean {
  return peers.schemeOf({ fields: request.raw.rawHeaders }, peerOf(request), 'http') === 'https';
}

/** The host and port that the client asked for, as they stand in an origin: without the scheme's own port. */
export function hostOf(request: FastifyRequest, peers: ForwardingPeers): string {
  const host = forwarded(request, peers, 'x-forwarded-host') ?? request.headers.host ?? '';
  const scheme = isSecure(request, peers) ? 'https' : 'http';
  return parseUrl(`${scheme}://${host}`)?.host ?? host;
}

/** The origin that the client's browser shows. */
export function originOf(request: FastifyRequest, peers: ForwardingPeers): string {
  return `${isSecure(request, peers) ? 'https' : 'http'}://${hostOf(request, peers)}`;
}

/** What links to our own pages begin with: the origin that is configured, or the one that the request was sent to. */
export function linkOriginOf(
  request: FastifyRequest,
  { origin, peers }: { readonly origin?: string | undefined; readonly peers: ForwardingPeers },
): string {
  return origin ?? originOf(request, peers);
}

/** Of several proxies the first in the list is the one that spoke with the client. */
function forwarded(request: FastifyRequest, peers: ForwardingPeers, name: string): string | undefined {
  if (!peers.includes(peerOf(request))) return undefined;
  const field = request.headers[name];
  const first = (Array.isArray(field) ? field[0] : field)?.split(',', 1)[0]?.trim();
  return first === '' ? undefined : first;
}

/** The address at the other end of the connection. */
export function peerOf(request: FastifyRequest): string {
  return peerAddressOf(request.socket);
}
