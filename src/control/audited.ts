/**
 * What the audit trail records of the store's own tables; features say it of theirs. Attributes and secrets of resources follow
 * from their definitions. Source: docs/reference/audit-trail.md ("What is recorded").
 */
import { createHash } from 'node:crypto';
import type { AuditAction, AuditedKind } from '../core/audit.ts';
import { formatTimestamp } from '../core/clock.ts';
import { type WebhookEventType, webhookEventTypes } from '../core/webhook-event.ts';
import { type customDomainDefinitions, customDomainResource } from '../resources/custom-domain.ts';
import type { Definitions, Entity } from '../resources/definition.ts';
import { type redirectDefinitions, redirectResource } from '../resources/redirect.ts';
import { type Resource, toWire } from '../resources/resource.ts';
import { type webhookEndpointDefinitions, webhookEndpointResource } from '../resources/webhook-endpoint.ts';
import type { RulesSummary, RulesText } from './rules-text.ts';

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
  /** What is kept of it when it changes; others have no versions. */
  readonly versions?: VersionsOf<E>;
};

export type VersionsOf<E> = {
  /** What its versions are kept under: its uuid, or the host that stays when there are others in its place. */
  readonly keyOf: (entity: E) => string;
  /** What a restore writes, as JSON, without secrets but hashes of passwords. */
  readonly jsonOf: (entity: E) => Uint8Array;
  /** The same where there is none, if that is a version as well. */
  readonly none?: Uint8Array;
  /** Since when it is so. */
  readonly timeOf: (entity: E) => number;
};

export type ChangeEvents<E> = {
  /** Undefined: nothing is told of it. */
  readonly typeOf: (action: AuditAction) => WebhookEventType | undefined;
  /** Deliveries about one resource arrive in order; by default it is the entity's uuid. */
  readonly resourceOf?: (entity: E) => string;
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

type AuditedWebhookEndpoint = Entity<typeof webhookEndpointDefinitions> & {
  /** As it is stored. */
  readonly secret: string;
};

type AuditedHostRules = Pick<RulesText, 'json'> & {
  readonly uuid: string;
  readonly host: string;
  readonly version: number;
  readonly updatedAt: number;
  readonly ruleCount: number;
  readonly summary: RulesSummary;
};

/** They identify an event already, or change with every change. */
const untold: ReadonlySet<string> = new Set(['uuid', 'account_uuid', 'created_at', 'updated_at']);

/** Attributes that only answers have right: they are computed for them. */
const unknownToStore: ReadonlySet<string> = new Set(['tls_certificate_issued']);

/** What versions have of each: all that callers may set but secrets, and on which upstream a custom domain is. */
export const versionedRedirect: readonly string[] = versionedNames(redirectResource);
export const versionedCustomDomain: readonly string[] = [
  'upstream_uuid',
  ...versionedNames(customDomainResource),
];

export const auditedRedirect: Audited<Entity<typeof redirectDefinitions>> = {
  ...auditedResource('redirect', redirectResource, ({ sourceHost }) => sourceHost),
  versions: versionsOf(redirectResource, versionedRedirect),
};
export const auditedCustomDomain: Audited<Entity<typeof customDomainDefinitions>> = (() => {
  const of = auditedResource('custom_domain', customDomainResource, ({ host }) => host);
  return {
    ...of,
    versions: versionsOf(customDomainResource, versionedCustomDomain),
    attributesOf: (domain: Entity<typeof customDomainDefinitions>) => ({
      ...of.attributesOf(domain),
      // Certificates are too long for the trail.
      tls_client_ca: domain.tlsClientCa === '' ? '' : checksumOf(domain.tlsClientCa),
    }),
  };
})();
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
export const auditedHostRules: Audited<AuditedHostRules> = {
  kind: 'host_rules',
  columns: ['rules', 'version'],
  secrets: ['passwords'],
  nameOf: ({ host }) => host,
  attributesOf: ({ host, version, summary }) => ({ host, version, ...summary }),
  versions: {
    keyOf: ({ host }) => host,
    jsonOf: ({ json }) => json,
    none: Buffer.from('[]'),
    timeOf: ({ updatedAt }) => updatedAt,
  },
  events: {
    typeOf: () => 'rules.replaced',
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
  idempotency_keys: null,
  visitor_salts: null,
  secret_keys: null,
  revision_clock: null,
  revision_log: null,
  analytics_lease: null,
  traffic_checks: null,
};

/** In place of what is too long for the trail. */
export function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What webhooks tell of an entity. */
export function eventDataOf<D extends Definitions>(
  resource: Resource<D>,
  entity: Entity<D>,
): Readonly<Record<string, unknown>> {
  const wire = toWire(resource, entity);
  return Object.fromEntries(toldOf(resource).map((name) => [name, wire[name]]));
}

/** Names of the attributes that webhooks tell. */
export function toldOf<D extends Definitions>({
  stored,
  definitions,
}: Resource<D>): readonly (string & keyof D)[] {
  return stored.filter((name) => definitions[name]?.secret !== true && !unknownToStore.has(name));
}

export function versionedNames<D extends Definitions>({ definitions, writable }: Resource<D>): string[] {
  return writable.filter((name) => definitions[name]?.secret !== true);
}

/** Versions of a resource, of these attributes. */
export function versionsOf<D extends Definitions>(
  resource: Resource<D>,
  names: readonly string[],
): VersionsOf<Entity<D> & { readonly uuid: string; readonly updatedAt: number }> {
  return {
    keyOf: ({ uuid }) => uuid,
    jsonOf: (entity) => Buffer.from(JSON.stringify(versionedOf(resource, names, entity))),
    timeOf: ({ updatedAt }) => updatedAt,
  };
}

/** What a version has of a resource; of its values, those that are named are enough. */
export function versionedOf<D extends Definitions>(
  { keys }: Resource<D>,
  names: readonly string[],
  entity: Readonly<Partial<Record<keyof Entity<D>, unknown>>>,
): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = entity;
  return Object.fromEntries(names.map((name) => [name, values[keys[name] ?? '']]));
}

/** What the trail has of a resource, its stored attributes, and what webhooks tell of it. */
export function auditedResource<D extends Definitions>(
  kind: AuditedKind,
  resource: Resource<D>,
  nameOf: (entity: Entity<D>) => string,
): Audited<Entity<D>> & { readonly events: ChangeEvents<Entity<D>> } {
  const { definitions, keys, stored, writable } = resource;
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
    events: {
      typeOf: (action) => webhookEventTypes.find((type) => type === `${kind}.${action}`),
      dataOf: (entity) => eventDataOf(resource, entity),
    },
  };
}
