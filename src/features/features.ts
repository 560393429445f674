/** The features. */
import { collectionFeature, type Feature } from '../kernel/feature.ts';
import { accessTokens } from './access-tokens/access-tokens.ts';
import { connect } from './connect/connect.ts';
import { goals } from './goals/goal.ts';
import { segments } from './segments/segment.ts';
import { webhookEndpoints } from './webhooks/endpoints.ts';

export const features: readonly Feature[] = [
  connect,
  accessTokens,
  collectionFeature(goals),
  collectionFeature(segments),
  webhookEndpoints,
];
