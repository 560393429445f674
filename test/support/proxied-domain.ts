/** A custom domain with an upstream on this machine, for tests. */
import type { AddressPolicy } from '../../src/core/address-policy.ts';
import { HostNames } from '../../src/core/host-names.ts';
import type { DomainRoute, UpstreamRoute, UpstreamTlsSource } from '../../src/core/route.ts';
import type { Dialling } from '../../src/edge/proxy/dial.ts';
import { TlsContexts } from '../../src/edge/proxy/tls-contexts.ts';

export const domainUuid = '0197aaaa-0000-7000-8000-000000000001';

export function domainAt(upstream: Partial<UpstreamRoute>, further: Partial<DomainRoute> = {}): DomainRoute {
  return {
    uuid: domainUuid,
    redirectToWww: false,
    webAnalytics: 'off',
    referrerPaths: false,
    hstsMaxAge: 0,
    aiCrawlers: 'allow',
    aiCrawlersRobotsTxt: false,
    maintenance: false,
    upstream: {
      uuid: 'u1',
      accountUuid: 'a1',
      host: '127.0.0.1',
      port: 1,
      tls: false,
      authToken: 'token-1',
      maintenance: false,
      ...upstream,
    },
    ...further,
  };
}

/** No upstream has certificates of its own. */
export const noUpstreamTls: UpstreamTlsSource = { upstreamTlsOf: async () => undefined };

export function diallingBy(policy: AddressPolicy): Dialling {
  return { policy, names: new HostNames(), tlsContexts: new TlsContexts(noUpstreamTls) };
}
