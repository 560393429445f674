/** Checks upstreams on demand as edge workers do in the background. Source: docs/reference/domains.md ("Health now"). */
import type { AddressPolicy } from '../core/address-policy.ts';
import type { HostNames } from '../core/host-names.ts';
import type { UpstreamRoute, UpstreamTlsSource } from '../core/route.ts';
import type { CheckUpstream, TargetHealth } from '../core/upstream-health.ts';
import { type CheckRequest, checkTarget } from '../edge/proxy/check-target.ts';
import type { Dialling } from '../edge/proxy/dial.ts';
import { targetsOf } from '../edge/proxy/targets.ts';
import { TlsContexts } from '../edge/proxy/tls-contexts.ts';

/** For upstreams without a health check: whatever the application answers, it is there. */
const anyAnswer: CheckRequest = { path: '/', timeout_seconds: 5, status: [100, 599] };

export function upstreamCheckerOf(
  policy: AddressPolicy,
  names: HostNames,
  upstreamTls: UpstreamTlsSource,
): CheckUpstream {
  return async (upstream, visitedHost) => {
    // Read here, so that an error of the store isn't taken for one of the upstream, and its text doesn't get into the answer.
    const needsTls = upstream.tlsDigest !== undefined && upstream.authToken !== null;
    const found = needsTls ? await upstreamTls.upstreamTlsOf(upstream.uuid) : undefined;
    const dialling = { policy, names, tlsContexts: new TlsContexts({ upstreamTlsOf: async () => found }) };
    return Promise.all(
      targetsOf(upstream).map((target) => healthOf(upstream, target, dialling, visitedHost)),
    );
  };
}

function healthOf(
  upstream: UpstreamRoute,
  target: UpstreamRoute,
  dialling: Dialling,
  visitedHost: string | undefined,
): Promise<TargetHealth> {
  const { host, port } = target;
  if (upstream.authToken === null) {
    const detail = 'this machine does not have the secret key that the auth_token is encrypted with';
    return Promise.resolve({
      host,
      port,
      status: null,
      failure: 'token_unreadable',
      detail,
      durationMs: 0,
    });
  }
  const startTick = performance.now();
  return new Promise((resolve) => {
    const check =
      visitedHost === undefined ? (upstream.healthCheck ?? anyAnswer) : { ...anyAnswer, visitedHost };
    checkTarget(upstream, target, check, dialling, (outcome) =>
      resolve({ host, port, ...outcome, durationMs: performance.now() - startTick }),
    );
  });
}
