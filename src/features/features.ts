/** The features. */
import { collectionFeature, type Feature } from '../kernel/feature.ts';
import { accessTokens } from './access-tokens/access-tokens.ts';
import { goals } from './goals/goal.ts';
import { segments } from './segments/segment.ts';
import { webhookEndpoints } from './webhooks/endpoints.ts';

export const features: readonly Feature[] = [
  accessTokens,
  collectionFeature(goals),
  collectionFeature(segments),
  webhookEndpoints,
];
