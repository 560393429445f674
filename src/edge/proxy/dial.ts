/**
 * Connects to an upstream, at allowed addresses only.
 * Source: docs/reference/dns.md ("Where upstreams may be"); OWASP "Server-Side Request Forgery Prevention".
 */
import net from 'node:net';
import tls from 'node:tls';
import type { AddressPolicy } from '../../core/address-policy.ts';
import { addressRefusedCode, allowedLookup } from '../../core/allowed-lookup.ts';
import { errorField, errorMessage } from '../../core/error-field.ts';
import { giveUpAfter } from '../../core/give-up-after.ts';
import type { HostNames } from '../../core/host-names.ts';
import { peerAddressOf } from '../../core/ip-address.ts';
import type { UpstreamRoute } from '../../core/route.ts';
import type { DialFailure } from './dial-failure.ts';
import type { TlsContexts } from './tls-contexts.ts';

/**
 * A connection that is read in large pieces. Node's default, sixteen reads of 64 KiB with a buffer each, makes up a third
 * of the cost of passing on a megabyte; for a small response the buffer costs more than the response.
 */

/** The buffer that all sockets read into, in turn: reading and handing on is one step. A larger one saves little. */
const scratch = Buffer.allocUnsafeSlow(128 * 1024);

/** Connects like `net.connect`; what comes is emitted as `data`, lent until the listener returns. */
function connectInBulk(target: net.TcpNetConnectOpts): net.Socket {
  const socket = net.connect({
    ...target,
    onread: {
      buffer: scratch,
      callback: (length) => {
        socket.emit('data', scratch.subarray(0, length));
        // The owner pauses the socket when it wants no more.
        return true;
      },
    },
  });
  return socket;
}

/** Called once, with a socket that is ready to carry requests. */
export type OnDialled = (result: net.Socket | DialFailure) => void;

const keepAliveProbeMs = 60_000;

/** What all connections of a worker are made by. */
export type Dialling = {
  readonly policy: AddressPolicy;
  readonly names: HostNames;
  readonly tlsContexts: TlsContexts;
};

export type DialOptions = Dialling & { readonly timeoutMs: number };

/** Dials; the answer function gives up when it is called before the result. `session` resumes a TLS session. */
export function dial(
  upstream: UpstreamRoute,
  { policy, names, timeoutMs, tlsContexts }: DialOptions,
  session: Buffer | undefined,
  onDialled: OnDialled,
): () => void {
  let isDone = false;
  let socket: net.Socket | undefined;
  const done = (result: net.Socket | DialFailure): void => {
    if (isDone) return;
    isDone = true;
    stopWaiting();
    if (socket && result !== socket) socket.destroy();
    onDialled(result);
  };
  const stopWaiting = giveUpAfter(timeoutMs, () =>
    done({ kind: 'timeout', detail: `no connection within ${timeoutMs} ms` }),
  );
  const giveUp = (): void => done({ kind: 'timeout', detail: 'given up' });

  const { host, port } = upstream;
  const refusalOf = (address: string) => policy.refusalOf(host, address, port);
  const literalRefusal = net.isIP(host) === 0 ? undefined : refusalOf(host);
  if (literalRefusal !== undefined) {
    process.nextTick(done, { kind: 'address_refused', detail: literalRefusal });
    return giveUp;
  }
  const target = {
    host,
    port,
    lookup: allowedLookup(refusalOf, names.lookup(upstream.accountUuid, upstream.tls)),
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveProbeMs,
    autoSelectFamily: true,
  };
  const connect = (context: tls.SecureContext | undefined): void => {
    const connecting = upstream.tls
      ? tls.connect(tlsOptions(upstream, target, session, context))
      : connectInBulk(target);
    socket = connecting;
    connecting.once(upstream.tls ? 'secureConnect' : 'connect', () => {
      // Whatever the look-up returned, requests would go to this address.
      const refusal = refusalOf(peerAddressOf(connecting));
      connecting.removeListener('error', onError);
      if (refusal !== undefined) connecting.on('error', () => {});
      done(refusal === undefined ? connecting : { kind: 'address_refused', detail: refusal });
    });
    const onError = (error: unknown): void => {
      connecting.on('error', () => {});
      done(toFailure(error));
    };
    connecting.once('error', onError);
  };
  const connectWith = async (reading: Promise<tls.SecureContext | DialFailure>): Promise<void> => {
    const context = await reading;
    if ('kind' in context) done(context);
    else if (!isDone) connect(context);
  };
  const context = upstream.tls ? tlsContexts.of(upstream) : undefined;
  if (context instanceof Promise) void connectWith(context);
  else connect(context);
  return giveUp;
}

function tlsOptions(
  upstream: UpstreamRoute,
  target: net.TcpNetConnectOpts,
  session: Buffer | undefined,
  secureContext: tls.SecureContext | undefined,
): tls.ConnectionOptions {
  return {
    ...target,
    // An IP address isn't a server name (RFC 6066 section 3); it is still checked against the certificate.
    servername: upstream.tlsServerName ?? (net.isIP(upstream.host) === 0 ? upstream.host : ''),
    ALPNProtocols: ['http/1.1'],
    minVersion: 'TLSv1.2',
    ...(session && { session }),
    ...(secureContext && { secureContext }),
  };
}

function toFailure(error: unknown): DialFailure {
  // Several addresses failed; report the last one.
  const cause: unknown = error instanceof AggregateError ? (error.errors.at(-1) ?? error) : error;
  const code = errorField(cause, 'code') ?? '';
  const detail = errorMessage(cause);
  if (code === addressRefusedCode) return { kind: 'address_refused', detail };
  if (code === 'ENOTFOUND' || code.startsWith('EAI_')) return { kind: 'not_found', detail };
  if (code === 'ECONNREFUSED') return { kind: 'refused', detail };
  if (code === 'ETIMEDOUT') return { kind: 'timeout', detail };
  const isTls =
    code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || /CERT|ISSUER|SIGN|EPROTO/.test(code);
  return { kind: isTls ? 'tls' : 'unreachable', detail };
}
