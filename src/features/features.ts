/** The features. */
import { collectionFeature, type Feature } from '../kernel/feature.ts';
import { accessTokens } from './access-tokens/access-tokens.ts';
import { audit } from './audit/feature.ts';
import { backup } from './backup/feature.ts';
import { connect } from './connect/connect.ts';
import { customCertificates } from './custom-certificates/custom-certificates.ts';
import { customDomains } from './custom-domains/custom-domains.ts';
import { errorPages } from './error-pages/feature.ts';
import { goals } from './goals/goal.ts';
import { redirects } from './redirects/redirects.ts';
import { segments } from './segments/segment.ts';
import { upstreams } from './upstreams/upstreams.ts';
import { usage } from './usage/feature.ts';
import { webhookEndpoints } from './webhooks/endpoints.ts';

export const features: readonly Feature[] = [
  redirects,
  upstreams,
  customDomains,
  audit,
  backup,
  connect,
  customCertificates,
  errorPages,
  usage,
  accessTokens,
  collectionFeature(goals),
  collectionFeature(segments),
  webhookEndpoints,
];
