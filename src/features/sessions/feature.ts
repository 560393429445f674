/** Sessions of browsers, and the ways to sign in. Source: docs/reference/sessions.md. */

import { hourMs } from '../../core/time.ts';
import type { Feature } from '../../kernel/feature.ts';
import { callbackBodySchema, oidcBodySchema } from '../people/user-schemas.ts';
import { BrowserSessions } from './browser-sessions.ts';
import { OidcProvider } from './oidc-provider.ts';
import { addOidcRoutes } from './oidc-routes.ts';
import { Passwords } from './passwords.ts';
import { addSessionRoutes } from './routes.ts';
import { sessionBodySchema, sessionSchema, userSessionSchema } from './schemas.ts';
import { Sessions } from './session-store.ts';
import { UserSessions } from './user-session-store.ts';

export const sessions: Feature = {
  tags: [
    {
      name: 'Sessions',
      description:
        'For browsers: exchange an access token, or an email address and a password, for a cookie that scripts cannot read.',
    },
  ],
  schemas: [sessionSchema, userSessionSchema, sessionBodySchema, callbackBodySchema, oidcBodySchema],
  tables: { sessions: null, user_sessions: null, user_identities: null },
  addRoutes(app, parts) {
    const { store, guesses, peers } = parts;
    const browserSessions = new BrowserSessions(parts);
    const passwords = new Passwords(store, guesses, peers);
    addSessionRoutes(app, { ...parts, sessions: browserSessions, passwords });
    const provider = parts.oidc && new OidcProvider(parts.oidc, parts.logger);
    addOidcRoutes(app, { ...parts, sessions: browserSessions, provider });
  },
  startWork(work, { store }) {
    work.every(hourMs, () => new Sessions(store).deleteExpired());
    work.every(hourMs, () => new UserSessions(store).deleteExpired());
  },
};
