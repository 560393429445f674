/** Accounts, and whom a request is made as. Source: docs/reference/api.md ("Accounts"). */

import type { Feature } from '../../kernel/feature.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { Accounts, auditedAccount } from './account-store.ts';
import { addOperatorAccountRoutes } from './operator-routes.ts';
import { addAccountRoutes } from './routes.ts';
import { accountSchema, signedTokenSchema } from './schemas.ts';

export const accounts: Feature = {
  tags: [
    {
      name: 'Accounts',
      description: 'The account, and the access token or user, that a request belongs to.',
    },
  ],
  schemas: [accountSchema, signedTokenSchema],
  tables: { accounts: auditedAccount },
  addRoutes(app, { store, authenticator, isForOperator }) {
    const rows = new Accounts(store);
    addAccountRoutes(app, rows, new CustomDomains(store), authenticator);
    if (isForOperator) addOperatorAccountRoutes(app, rows, store.limits);
  },
};
