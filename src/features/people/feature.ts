/** Users, the members of accounts, and invitations for more of them. Source: docs/reference/people.md. */

import { hourMs } from '../../core/time.ts';
import type { Feature } from '../../kernel/feature.ts';
import { attributeErrorsOf } from '../../resources/attribute-errors.ts';
import { invitationResource } from '../../resources/invitation.ts';
import { userResource } from '../../resources/user.ts';
import { BrowserSessions } from '../sessions/browser-sessions.ts';
import { Passwords } from '../sessions/passwords.ts';
import { UserSessions } from '../sessions/user-session-store.ts';
import {
  createdInvitationSchema,
  invitationBodySchema,
  invitationSchema,
  openInvitationSchema,
} from './invitation-schemas.ts';
import { auditedInvitation, Invitations } from './invitation-store.ts';
import { addAcceptanceRoutes, addInvitationRoutes } from './invitations.ts';
import { addMeRoutes } from './me.ts';
import { memberBodySchema, memberSchema, membershipSchema } from './member-schemas.ts';
import { addMemberRoutes } from './members.ts';
import { auditedMember } from './membership-store.ts';
import { addOperatorUserRoutes } from './operator-users.ts';
import { credentialBodySchema, passkeyBodySchema, passkeySchema } from './passkey-schemas.ts';
import { addPasskeyRoutes, addPasskeySignInRoutes } from './passkeys.ts';
import { addSecondFactorRoutes } from './second-factor.ts';
import { SecondFactors } from './second-factor-store.ts';
import {
  acceptanceBodySchema,
  codeBodySchema,
  currentPasswordBodySchema,
  invitationSecretBodySchema,
  ownerBodySchema,
  passwordBodySchema,
  profileBodySchema,
  userSchema,
  userSessionItemSchema,
} from './user-schemas.ts';
import { addUserSessionRoutes } from './user-sessions.ts';
import { auditedUser } from './user-store.ts';

export const people: Feature = {
  tags: [
    { name: 'Users', description: 'What signed-in users change about themselves. Access tokens can’t.' },
    { name: 'People', description: 'The members of an account, and invitations for more of them.' },
  ],
  schemas: [
    userSchema,
    userSessionItemSchema,
    ownerBodySchema,
    profileBodySchema,
    passwordBodySchema,
    currentPasswordBodySchema,
    codeBodySchema,
    invitationSecretBodySchema,
    acceptanceBodySchema,
    passkeySchema,
    passkeyBodySchema,
    credentialBodySchema,
    membershipSchema,
    memberSchema,
    memberBodySchema,
    invitationSchema,
    createdInvitationSchema,
    invitationBodySchema,
    openInvitationSchema,
  ],
  attributeErrors: [...attributeErrorsOf(userResource), ...attributeErrorsOf(invitationResource)],
  tables: {
    users: auditedUser,
    memberships: auditedMember,
    invitations: auditedInvitation,
    passkeys: null,
    totp_secrets: null,
    recovery_codes: null,
  },
  addRoutes(app, parts) {
    const { store, authenticator, changes, guesses, limit, peers } = parts;
    const sessions = new BrowserSessions(parts);
    const passwords = new Passwords(store, guesses, peers);
    const passkeyParts = { ...parts, sessions, passwords };
    addPasskeySignInRoutes(app, passkeyParts);
    addAcceptanceRoutes(app, store, sessions, passwords, limit, peers);
    addMeRoutes(app, store, passwords, authenticator, changes);
    addUserSessionRoutes(app, new UserSessions(store), authenticator, changes);
    addSecondFactorRoutes(app, new SecondFactors(store), passwords, authenticator, changes);
    addPasskeyRoutes(app, passkeyParts);
    addMemberRoutes(app, store, passwords, authenticator, changes);
    addInvitationRoutes(app, store, parts.mail, parts.origin);
    if (parts.isForOperator) addOperatorUserRoutes(app, parts);
  },
  startWork(work, { store }) {
    work.every(hourMs, () => new Invitations(store).deleteEnded());
  },
};
