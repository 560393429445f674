/** What a feature adds to the API, in the list of `features/features.ts`, whose order is that of the API reference. */
import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ReportStore } from '../analytics/engine/report-store.ts';
import type { RowsFileStore } from '../analytics/engine/rows-file.ts';
import type { AccountRequests } from '../api/account-requests.ts';
import type { CallerLimit } from '../api/caller-limit.ts';
import type { GuessLimit } from '../api/guess-limit.ts';
import type { OutgoingMail } from '../api/mail/outgoing-mail.ts';
import type { ApiParts } from '../api/parts.ts';
import type { Config } from '../config/config.ts';
import type { AuditedTables } from '../control/audited.ts';
import type { CountedLimit } from '../control/limit-uses.ts';
import type { ControlStore } from '../control/store.ts';
import type { AddressPolicy } from '../core/address-policy.ts';
import type { Clock } from '../core/clock.ts';
import type { DnsRecords } from '../core/custom-domain.ts';
import type { FindingObserver } from '../core/finding.ts';
import type { HostNames } from '../core/host-names.ts';
import { type AttributeError, attributeErrorsOf } from '../resources/attribute-errors.ts';
import type { Definitions, Entity, NewValues, Values } from '../resources/definition.ts';
import { readChanged, readNew } from '../resources/read-attributes.ts';
import { toWire } from '../resources/resource.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Collection } from './collection.ts';
import { auditedCollection, CollectionStore } from './collection-store.ts';
import { type Acts, addResourceRoutes } from './resource-routes.ts';
import { type ReferenceTag, schemasOf, wordsOf } from './resource-words.ts';

export type Feature = {
  /** Its groups of operations in the API reference. */
  readonly tags?: readonly ReferenceTag[];
  /** Registered under their `$id`. */
  readonly schemas: readonly TSchema[];
  /** Like them; bodies whose members have no error codes of their own, and what they refer to. */
  readonly queries?: readonly TSchema[];
  /** `<name>_invalid` of its resources' attributes. */
  readonly attributeErrors?: readonly AttributeError[];
  /** Its tables in the control store, and which changes of them are recorded. */
  readonly tables?: AuditedTables;
  /** What it counts of an account. */
  readonly limits?: readonly CountedLimit[];
  readonly addRoutes: (app: FastifyInstance, parts: RouteParts) => void;
  /** Begins what the application process does for it in the background. */
  readonly startWork?: (work: Work, parts: WorkParts) => void;
};

/** Repeats tasks until the service stops, which waits for those under way. A failure is logged, and the next turn tries again. */
export type Work = {
  /** Now, and from then on. The signal is aborted when the service stops. */
  readonly every: (ms: number, task: (signal: AbortSignal) => Promise<unknown>) => void;
  /** Runs when the service stops. */
  readonly defer: (step: () => unknown) => void;
};

export type Outgoing = { readonly policy: AddressPolicy; readonly names: HostNames };

export type WorkParts = {
  readonly config: Config;
  readonly store: ControlStore;
  readonly analytics: ReportStore & RowsFileStore;
  /** How what accounts chose is reached. */
  readonly outgoing: Outgoing;
  /** The time of the oldest record that the analytics store has yet to get, in milliseconds since the Unix epoch. */
  readonly oldestUnshipped: () => number | undefined;
  readonly metrics: Metrics;
  /** Takes what checks see. */
  readonly findings: FindingObserver;
  /** What custom domains' DNS records should be. */
  readonly records: DnsRecords;
  readonly clock: Clock;
  readonly logger: Logger;
};

/** What all routes are made of. */
export type RouteParts = ApiParts & {
  readonly limit: CallerLimit;
  readonly accountRequests: AccountRequests;
  readonly mail: OutgoingMail;
  readonly guesses: GuessLimit;
  /** Those of all features. */
  readonly countedLimits: readonly CountedLimit[];
  /** The service's own name, which only the operator may use. */
  readonly reservedHost: string | undefined;
};

export function collectionFeature<D extends Definitions>(collection: Collection<D>): Feature {
  const { resource, tag, verbs } = collection;
  const schemas = schemasOf(resource);
  return {
    tags: [tag],
    schemas: [
      schemas.answer,
      ...(verbs.create ? [schemas.bodies.create] : []),
      ...(verbs.update ? [schemas.bodies.update] : []),
    ],
    attributeErrors: attributeErrorsOf(resource),
    tables: { [collection.table]: auditedCollection(collection) },
    addRoutes: (app, { store }) =>
      addResourceRoutes(app, store, collection, schemas, collectionActs(collection, store)),
  };
}

/** The verbs of a collection that has no others of its own. */
export function collectionActs<D extends Definitions>(
  collection: Collection<D>,
  store: ControlStore,
): Acts<D, Entity<D>> {
  const { resource, kind, label, complete } = collection;
  const rows = new CollectionStore(collection, store);
  return {
    toWire: (entities) => entities.map((entity) => toWire(resource, entity)),
    find: (ownerUuid, uuid) => rows.find(ownerUuid, uuid),
    list: (ownerUuid, query) => rows.list(ownerUuid, query),
    async create(ownerUuid, body, _request, uuid) {
      const given: NewValues<D> = readNew(resource, body);
      // Without `complete` each attribute is required or has a default.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const values = complete ? complete(given) : (given as unknown as Values<D>);
      const entity = await rows.create(ownerUuid, values, undefined, uuid);
      return entity && { entity };
    },
    update: (ownerUuid, { uuid, body }) =>
      rows.update(ownerUuid, uuid, (current) =>
        // All that callers may set is stored.
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        readChanged(resource, body, current as unknown as Values<D>),
      ),
    async delete(ownerUuid, uuid) {
      const deleted = await rows.delete(ownerUuid, uuid);
      if (!deleted) return undefined;
      const { [label]: name } = toWire(resource, deleted);
      const words = wordsOf(kind);
      return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${uuid} (${JSON.stringify(name)}) was deleted.`;
    },
  };
}
