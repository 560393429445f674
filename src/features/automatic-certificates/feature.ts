/** The operator's view of automatic certificates. Source: docs/reference/operator-api.md. */
import type { Feature } from '../../kernel/feature.ts';
import { addOperatorCertificateRoutes } from './operator-routes.ts';

export const automaticCertificates: Feature = {
  schemas: [],
  addRoutes(app, { store, isForOperator, ordersCertificates = false }) {
    if (isForOperator) addOperatorCertificateRoutes(app, store, ordersCertificates);
  },
};
