/** Certificates that are ordered by the service: their state, and orders of them. Source: docs/reference/certificates.md. */
import type { Feature } from '../../kernel/feature.ts';
import { addOperatorImportRoute } from './operator-import.ts';
import { addOperatorOrderRoute } from './operator-order.ts';
import { addAutomaticCertificateRoutes } from './routes.ts';
import { automaticCertificateSchema, renewalSchema } from './schemas.ts';

export const automaticCertificates: Feature = {
  tags: [
    {
      name: 'Automatic certificates',
      description: 'Certificates that are ordered and renewed by the service, for each host of an account.',
    },
  ],
  schemas: [renewalSchema, automaticCertificateSchema],
  tables: {
    automatic_certificates: null,
    automatic_certificate_keys: null,
    acme_accounts: null,
    acme_challenges: null,
    acme_orders: null,
  },
  addRoutes(app, parts) {
    addAutomaticCertificateRoutes(app, parts);
    if (!parts.isForOperator) return;
    addOperatorOrderRoute(app, parts);
    addOperatorImportRoute(app, parts);
  },
};
