/**
 * What the audit trail records of the store's own tables; features say it of theirs. Attributes and secrets of resources follow
 * from their definitions. Source: docs/reference/audit-trail.md ("What is recorded").
 */
import { createHash } from 'node:crypto';
import type { AuditAction, AuditedKind } from '../core/audit.ts';
import { formatTimestamp } from '../core/clock.ts';
import type { WebhookEventType } from '../core/webhook-event.ts';
import {
  type customCertificateDefinitions,
  customCertificateResource,
} from '../resources/custom-certificate.ts';
import { type customDomainDefinitions, customDomainResource } from '../resources/custom-domain.ts';
import type { Definitions, Entity } from '../resources/definition.ts';
import { type redirectDefinitions, redirectResource } from '../resources/redirect.ts';
import { type Resource, toWire } from '../resources/resource.ts';
import { type upstreamDefinitions, upstreamResource } from '../resources/upstream.ts';
import { type webhookEndpointDefinitions, webhookEndpointResource } from '../resources/webhook-endpoint.ts';
import type { RulesSummary } from './rules-text.ts';

export type Audited<E> = {
  readonly kind: AuditedKind;
  /** An update of one of these columns has to be recorded; an insert and a deletion always. */
  readonly columns: readonly string[];
  readonly secrets: readonly string[];
  /** What people call it. */
  nameOf(entity: E): string;
  /** As the API shows them. */
  attributesOf(entity: E): Readonly<Record<string, unknown>>;
  /** What webhooks tell of its changes; changes of others have no events. */
  readonly events?: ChangeEvents<E>;
};

export type ChangeEvents<E> = {
  readonly types: Readonly<Record<AuditAction, WebhookEventType>>;
  /** Deliveries about one resource arrive in order. */
  readonly resourceOf: (entity: E) => string;
  /** As the API shows it, without secrets; of what was deleted, as it was. */
  readonly dataOf: (entity: E, action: AuditAction) => Readonly<Record<string, unknown>>;
};

/** What a writer changed. */
export type EntityChange<E> = {
  readonly accountUuids: readonly string[];
  readonly before: E | null;
  readonly after: E | null;
  /** The attributes that differ; all of what was created or deleted. */
  readonly names: readonly string[];
};

/** The attributes that differ, secret ones too. */
export function changedNames<E>(audited: Audited<E>, before: E | null, after: E | null): string[] {
  const old = before && audited.attributesOf(before);
  const now = after && audited.attributesOf(after);
  return Object.keys(now ?? old ?? {}).filter(
    (name) => !old || !now || JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  );
}

type Named = { readonly uuid: string; readonly name: string };

type AuditedUpstream = Entity<typeof upstreamDefinitions> & {
  /** As it is stored; empty: there is none. */
  readonly sealedClientKey: string;
};

type AuditedWebhookEndpoint = Entity<typeof webhookEndpointDefinitions> & {
  /** As it is stored. */
  readonly secret: string;
};

type AuditedCertificateOrder = {
  /** The account's. */
  readonly uuid: string;
  readonly host: string;
  readonly orderedAt: number | null;
};

type AuditedHostRules = {
  readonly uuid: string;
  readonly host: string;
  readonly version: number;
  readonly ruleCount: number;
  readonly summary: RulesSummary;
};

/** They identify an event already, or change with every change. */
const untold: ReadonlySet<string> = new Set(['uuid', 'account_uuid', 'created_at', 'updated_at']);

/** Attributes that only answers have right: they are computed for them. */
const unknownToStore: ReadonlySet<string> = new Set(['tls_certificate_issued']);

/** An account again, by what is set for it. */
export const auditedAccountLimits: Audited<
  Named & { readonly limits: Readonly<Record<string, number | null>> }
> = {
  kind: 'account',
  columns: ['allowed'],
  secrets: [],
  nameOf: ({ name }) => name,
  attributesOf: ({ limits }) => ({ limits }),
};
export const auditedRedirect: Audited<Entity<typeof redirectDefinitions>> = {
  ...auditedResource('redirect', redirectResource, ({ sourceHost }) => sourceHost),
  events: eventsOf(redirectResource, {
    created: 'redirect.created',
    updated: 'redirect.updated',
    deleted: 'redirect.deleted',
  }),
};
export const auditedUpstream: Audited<AuditedUpstream> = (() => {
  const of = auditedResource('upstream', upstreamResource, ({ host }) => host);
  return {
    ...of,
    secrets: [...of.secrets, 'tls_client_key'],
    attributesOf: ({ sealedClientKey, ...upstream }: AuditedUpstream) => ({
      ...of.attributesOf(upstream),
      // Certificates are too long for the trail.
      tls_ca: upstream.tlsCa === '' ? '' : checksumOf(upstream.tlsCa),
      tls_client_certificate:
        upstream.tlsClientCertificate === '' ? '' : checksumOf(upstream.tlsClientCertificate),
      // Sealed, so it only tells that there is another one.
      ...(sealedClientKey !== '' && { tls_client_key: sealedClientKey }),
    }),
  };
})();
export const customDomainEvents: ChangeEvents<Entity<typeof customDomainDefinitions>> = eventsOf(
  customDomainResource,
  {
    created: 'custom_domain.created',
    updated: 'custom_domain.updated',
    deleted: 'custom_domain.deleted',
  },
);
export const auditedCustomDomain: Audited<Entity<typeof customDomainDefinitions>> = {
  ...auditedResource('custom_domain', customDomainResource, ({ host }) => host),
  events: customDomainEvents,
};
export const auditedWebhookEndpoint: Audited<AuditedWebhookEndpoint> = (() => {
  const of = auditedResource('webhook_endpoint', webhookEndpointResource, ({ url }) => url);
  return {
    ...of,
    columns: [...of.columns, 'sealed_secrets'],
    secrets: ['secret'],
    // Sealed, so it only tells that there is another one.
    attributesOf: (endpoint: AuditedWebhookEndpoint) => ({
      ...of.attributesOf(endpoint),
      secret: endpoint.secret,
    }),
  };
})();
export const auditedCertificate: Audited<Entity<typeof customCertificateDefinitions>> = auditedResource(
  'custom_certificate',
  customCertificateResource,
  ({ sans, subject }) => sans[0] ?? subject,
);

/** That somebody ordered one; what the service does by itself is no change of anybody's. */
export const auditedCertificateOrder: Audited<AuditedCertificateOrder> = {
  kind: 'automatic_certificate',
  columns: [],
  secrets: [],
  nameOf: ({ host }) => host,
  attributesOf: ({ orderedAt }) => ({
    ordered_at: orderedAt === null ? null : formatTimestamp(orderedAt),
  }),
};

export const auditedHostRules: Audited<AuditedHostRules> = {
  kind: 'host_rules',
  columns: ['rules', 'version'],
  secrets: ['passwords'],
  nameOf: ({ host }) => host,
  attributesOf: ({ host, version, summary }) => ({ host, version, ...summary }),
  events: {
    types: { created: 'rules.replaced', updated: 'rules.replaced', deleted: 'rules.replaced' },
    // A host that loses its rules and gets new ones has others, with another uuid.
    resourceOf: ({ host }) => host,
    // Not the rules: they are long, and fields that they set may be secret.
    dataOf: ({ host, version, ruleCount }, action) =>
      action === 'deleted' ? { host, version: null, count: 0 } : { host, version, count: ruleCount },
  },
};

/** By table. Null: not set by anybody, or a part of something that is. */
export type AuditedTables = Readonly<Record<string, Pick<Audited<never>, 'kind' | 'columns'> | null>>;

export const auditedTables: AuditedTables = {
  account_limits: auditedAccountLimits,
  redirects: auditedRedirect,
  upstreams: auditedUpstream,
  upstream_client_keys: null,
  custom_domains: auditedCustomDomain,
  deleted_custom_domains: null,
  usage_months: null,
  usage_records: null,
  custom_certificates: auditedCertificate,
  audit_events: null,
  host_claims: null,
  released_hosts: null,
  host_rules: auditedHostRules,
  rule_upstreams: null,
  idempotency_keys: null,
  visitor_salts: null,
  certificate_keys: null,
  certificate_names: null,
  secret_keys: null,
  acme_accounts: null,
  automatic_certificates: null,
  automatic_certificate_keys: null,
  acme_challenges: null,
  acme_orders: null,
  webhook_endpoints: auditedWebhookEndpoint,
  webhook_events: null,
  webhook_event_deliveries: null,
  webhook_deliveries: null,
  revision_clock: null,
  revision_log: null,
  analytics_lease: null,
};

/** In place of what is too long for the trail. */
export function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function eventsOf<D extends Definitions>(
  resource: Resource<D>,
  types: ChangeEvents<Entity<D>>['types'],
): ChangeEvents<Entity<D> & { readonly uuid: string }> {
  const told = resource.stored.filter(
    (name) => resource.definitions[name]?.secret !== true && !unknownToStore.has(name),
  );
  return {
    types,
    resourceOf: ({ uuid }) => uuid,
    dataOf: (entity) => {
      const wire = toWire(resource, entity);
      return Object.fromEntries(told.map((name) => [name, wire[name]]));
    },
  };
}

/** What the trail has of a resource: its stored attributes. */
export function auditedResource<D extends Definitions>(
  kind: AuditedKind,
  { definitions, keys, stored, writable }: Resource<D>,
  nameOf: (entity: Entity<D>) => string,
): Audited<Entity<D>> {
  const told = stored.filter((name) => !untold.has(name));
  return {
    kind,
    columns: writable,
    secrets: told.filter((name) => definitions[name]?.secret),
    nameOf,
    attributesOf: (entity) => {
      const values: Readonly<Record<string, unknown>> = entity;
      return Object.fromEntries(
        told.map((name) => {
          const value = values[keys[name]];
          const isTime = definitions[name]?.type === 'timestamp' && typeof value === 'number';
          return [name, isTime ? formatTimestamp(value) : value];
        }),
      );
    },
  };
}
