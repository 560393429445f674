/** The funnels that a domain has under names. Not in `resources.ts`, which the first page loads. */
import type { components } from '../../../../client/src/openapi.ts';
import { resource } from '../../api/resource.ts';

export type SavedFunnel = components['schemas']['SavedFunnel'];
export const savedFunnels = resource(
  'saved-funnels',
  '/api/v1/analytics/custom_domains/{uuid}/funnels',
  '/api/v1/analytics/custom_domains/{uuid}/funnels/{funnel_uuid}',
);
