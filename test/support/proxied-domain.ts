/** A custom domain with an upstream on this machine, for tests. */
import type { DomainRoute, UpstreamRoute } from '../../src/core/route.ts';

export const domainUuid = '0197aaaa-0000-7000-8000-000000000001';

export function domainAt(upstream: Partial<UpstreamRoute>, further: Partial<DomainRoute> = {}): DomainRoute {
  return {
    uuid: domainUuid,
    redirectToWww: false,
    webAnalytics: 'off',
    hstsMaxAge: 0,
    aiCrawlers: 'allow',
    aiCrawlersRobotsTxt: false,
    maintenance: false,
    upstream: {
      uuid: 'u1',
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
