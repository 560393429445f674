/** What the dashboard's first page counts, and which custom domains grow and shrink. Source: docs/reference/overview.md. */
import type { Feature } from '../../kernel/feature.ts';
import { addOverviewRoutes, domainGrowthSchema, growthSchema, overviewSchema } from './routes.ts';

export const overview: Feature = {
  tags: [
    {
      name: 'Overview',
      description: 'How an account’s hosts are, in numbers, and which custom domains grow and shrink.',
    },
  ],
  schemas: [overviewSchema, domainGrowthSchema, growthSchema],
  addRoutes: addOverviewRoutes,
};
