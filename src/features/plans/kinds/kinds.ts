/** All kinds of resources that documents have, in the order in which they are written. */
import type { RouteParts } from '../../../kernel/feature.ts';
import type { Kind } from '../kind.ts';
import { brandKind } from './brand.ts';
import { domainKind } from './domains.ts';
import { errorPageKind } from './error-pages.ts';
import { goalKind } from './goals.ts';
import { redirectKind } from './redirects.ts';
import { ruleKind } from './rules.ts';
import { segmentKind } from './segments.ts';
import { upstreamKind } from './upstreams.ts';
import { webhookEndpointKind } from './webhook-endpoints.ts';

export function kindsOf(parts: RouteParts): readonly Kind<unknown>[] {
  return [
    upstreamKind(parts),
    domainKind(parts),
    redirectKind(parts),
    ruleKind(parts),
    goalKind,
    segmentKind,
    webhookEndpointKind(parts),
    errorPageKind,
    brandKind,
  ];
}
