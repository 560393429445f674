/**
 * Connects to an upstream, at allowed addresses only.
 * Source: docs/reference/dns.md ("Where upstreams may be"); OWASP "Server-Side Request Forgery Prevention".
 */
import net from 'node:net';
import tls from 'node:tls';
import type { AddressPolicy } from '../../core/address-policy.ts';
import { addressRefusedCode, allowedLookup } from '../../core/allowed-lookup.ts';
import { errorField } from '../../core/error-field.ts';
import { peerAddressOf } from '../../core/ip-address.ts';
import type { UpstreamRoute } from '../../core/route.ts';
import { connectInBulk } from './bulk-socket.ts';

export type DialFailure = {
  readonly kind: 'timeout' | 'not_found' | 'address_refused' | 'refused' | 'tls' | 'unreachable';
  /** For the log: says more than a visitor should know. */
  readonly detail: string;
};

/** Called once, with a socket that is ready to carry requests. */
export type OnDialled = (result: net.Socket | DialFailure) => void;

const keepAliveProbeMs = 60_000;

/** Dials; the answer function gives up when it is called before the result. `session` resumes a TLS session. */
export function dial(
  upstream: UpstreamRoute,
  policy: AddressPolicy,
  timeoutMs: number,
  session: Buffer | undefined,
  onDialled: OnDialled,
): () => void {
  let isDone = false;
  let socket: net.Socket | undefined;
  const done = (result: net.Socket | DialFailure): void => {
    if (isDone) return;
    isDone = true;
    clearTimeout(timer);
    if (socket && result !== socket) socket.destroy();
    onDialled(result);
  };
  const timer = setTimeout(
    () => done({ kind: 'timeout', detail: `no connection within ${timeoutMs} ms` }),
    timeoutMs,
  );

  const literalRefusal =
    net.isIP(upstream.host) === 0 ? undefined : policy.refusal(upstream.host, upstream.port);
  if (literalRefusal !== undefined) {
    process.nextTick(done, { kind: 'address_refused', detail: literalRefusal });
    return () => done({ kind: 'timeout', detail: 'given up' });
  }
  const target = {
    host: upstream.host,
    port: upstream.port,
    lookup: allowedLookup((address) => policy.refusal(address, upstream.port)),
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveProbeMs,
    autoSelectFamily: true,
  };
  socket = upstream.tls ? tls.connect(tlsOptions(upstream, target, session)) : connectInBulk(target);
  const connecting = socket;
  connecting.once(upstream.tls ? 'secureConnect' : 'connect', () => {
    // Whatever the look-up returned, requests would go to this address.
    const refusal = policy.refusal(peerAddressOf(connecting), upstream.port);
    connecting.removeListener('error', onError);
    if (refusal !== undefined) connecting.on('error', () => {});
    done(refusal === undefined ? connecting : { kind: 'address_refused', detail: refusal });
  });
  const onError = (error: unknown): void => {
    connecting.on('error', () => {});
    done(toFailure(error));
  };
  connecting.once('error', onError);
  return () => done({ kind: 'timeout', detail: 'given up' });
}

function tlsOptions(
  upstream: UpstreamRoute,
  target: net.TcpNetConnectOpts,
  session: Buffer | undefined,
): tls.ConnectionOptions {
  return {
    ...target,
    // An IP address isn't a server name (RFC 6066 section 3); it is still checked against the certificate.
    servername: upstream.tlsServerName ?? (net.isIP(upstream.host) === 0 ? upstream.host : ''),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    ...(session && { session }),
  };
}

function toFailure(error: unknown): DialFailure {
  // Several addresses failed; report the last one.
  const cause: unknown = error instanceof AggregateError ? (error.errors.at(-1) ?? error) : error;
  const code = errorField(cause, 'code') ?? '';
  const detail = cause instanceof Error ? cause.message : String(cause);
  if (code === addressRefusedCode) return { kind: 'address_refused', detail };
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return { kind: 'not_found', detail };
  if (code === 'ECONNREFUSED') return { kind: 'refused', detail };
  if (code === 'ETIMEDOUT') return { kind: 'timeout', detail };
  const isTls =
    code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || /CERT|ISSUER|SIGN|EPROTO/.test(code);
  return { kind: isTls ? 'tls' : 'unreachable', detail };
}
