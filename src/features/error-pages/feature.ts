/** The HTML that visitors get in place of 404, 502 and 503. Source: docs/reference/error-pages.md. */
import type { Feature } from '../../kernel/feature.ts';
import { auditedErrorPage } from './error-page-store.ts';
import { addErrorPageRoutes } from './routes.ts';
import { errorPageBodySchema, errorPageSchema, errorPageSummarySchema } from './schemas.ts';

export const errorPages: Feature = {
  schemas: [errorPageSchema, errorPageSummarySchema, errorPageBodySchema],
  tables: { error_pages: auditedErrorPage },
  addRoutes: (app, { store, changes }) => addErrorPageRoutes(app, store, changes),
};
