/**
 * The words of the audit trail, which the API, its clients and the dashboard share: their order is that of the API reference. Source:
 * docs/reference/audit-trail.md.
 */

export const actorKinds = ['token', 'session', 'user', 'command_line', 'service'] as const;
export type ActorKind = (typeof actorKinds)[number];

export const auditActions = ['created', 'updated', 'deleted'] as const;
export type AuditAction = (typeof auditActions)[number];

/** Whose changes are recorded, in the order of the dashboard. */
export const auditedKinds = [
  'redirect',
  'host_rules',
  'custom_domain',
  'upstream',
  'error_page',
  'custom_certificate',
  'automatic_certificate',
  'access_token',
  'signing_key',
  'connect_link',
  'webhook_endpoint',
  'brand',
  'settings',
  'plan',
  'goal',
  'segment',
  'saved_view',
  'saved_funnel',
  'search_term_import',
  'annotation',
  'subscription',
  'export',
  'export_destination',
  'export_schedule',
  'finding',
  'account',
  'member',
  'invitation',
  'user',
] as const;
export type AuditedKind = (typeof auditedKinds)[number];

type Lost = { readonly actions: readonly AuditAction[]; readonly why: string };
const all = (why: string): Lost => ({ actions: auditActions, why });
/** All but the creation, which is undone by deleting. */
const allLater = (why: string): Lost => ({ actions: ['updated', 'deleted'], why });

/** Changes that no undo reverts, and why. Source: docs/reference/versions.md ("Undo"). */
const lost: Readonly<Partial<Record<AuditedKind, Lost>>> = {
  custom_certificate: allLater('its private key is not kept; upload the certificate again'),
  connect_link: allLater('the address of a revoked link is not kept; create another one'),
  search_term_import: allLater('its search terms are not kept'),
  automatic_certificate: all('a certificate that was ordered is there'),
  plan: all('an approval ends by itself, an hour after it was given'),
  export: all('what was exported is made again by another export'),
  export_destination: all('its credentials are not kept'),
  export_schedule: all('the days that it counted are not kept'),
  access_token: all('a token that is deleted is gone for good; revoke one by deleting it'),
  signing_key: all('a key that is deleted is gone for good, and so are its tokens'),
  account: all('accounts and their limits are the operator’s'),
  member: all('who belongs to an account is changed by its owners, under People'),
  invitation: all('who belongs to an account is changed by its owners, under People'),
  user: all('what a user changed is the user’s own'),
};

/** Why no undo reverts changes of a kind; undefined: they can be undone, but for single ones that changed only what isn't kept. */
export function whyLost(kind: AuditedKind, action: AuditAction): string | undefined {
  const { actions = [], why } = lost[kind] ?? {};
  return actions.includes(action) ? why : undefined;
}

/** Stands for a secret's value: the trail says that it was set or changed, never what it is. */
export const hiddenValue = '[secret]';
