/** The features, in the order of the API reference. */
import { type Feature, featureOf } from '../kernel/feature.ts';
import { goals } from './goals/goal.ts';
import { segments } from './segments/segment.ts';

export const features: readonly Feature[] = [featureOf(goals), featureOf(segments)];
