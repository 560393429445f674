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

/** Changes that no undo reverts. Source: docs/reference/versions.md ("Undo"). */
const lost: Readonly<Partial<Record<AuditedKind, readonly AuditAction[]>>> = {
  custom_certificate: ['updated', 'deleted'],
  connect_link: ['updated', 'deleted'],
  search_term_import: ['updated', 'deleted'],
  automatic_certificate: auditActions,
  plan: auditActions,
  export: auditActions,
  export_destination: auditActions,
  export_schedule: auditActions,
  access_token: auditActions,
  signing_key: auditActions,
  account: auditActions,
  member: auditActions,
  invitation: auditActions,
  user: auditActions,
};

/** Whether changes of a kind can be undone; single ones may have changed only what isn't kept. */
export function isUndoable(kind: AuditedKind, action: AuditAction): boolean {
  return !lost[kind]?.includes(action);
}

/** Stands for a secret's value: the trail says that it was set or changed, never what it is. */
export const hiddenValue = '[secret]';
