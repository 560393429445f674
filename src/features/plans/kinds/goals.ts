/** Goals of a document, by the host of their custom domain and their `display_name`. */
import { versionedOf } from '../../../control/audited.ts';
import { isUniqueViolation } from '../../../control/failures.ts';
import { quoteValue, ServiceError } from '../../../core/errors.ts';
import { CollectionStore } from '../../../kernel/collection-store.ts';
import { readDomainHost } from '../../../resources/custom-domain.ts';
import type { Entity } from '../../../resources/definition.ts';
import { readNew } from '../../../resources/read-attributes.ts';
import type { RequestBody } from '../../../resources/request-body.ts';
import { type GoalTables, type GoalValues, goals } from '../../goals/feature.ts';
import { bodyOf } from '../../versions/versioned-kind.ts';
import type { Entry, Kind, Planning, Scope } from '../kind.ts';
import { type Operation, textsOf, valuesAfter } from '../operation.ts';
import { planInvalid } from '../problems.ts';
import { domainKind } from './domains.ts';
import { rowsOf } from './writing.ts';

type Goal = Entity<(typeof goals)['resource']['definitions']>;
type Known = Goal & { readonly domainUuid: string };

const { resource } = goals;
const names: readonly string[] = resource.writable;

export const goalKind: Kind<Known> = {
  name: 'goals',
  names: ['host', ...names],
  // Another goal may have its event.
  deletesFirst: true,
  keyOf: (entry) => keyOf(hostIn(entry), valuesOf(entry.body)),
  async find(scope, keys) {
    const wanted = keys === 'all' ? undefined : new Set(keys);
    const hosts = keys === 'all' ? keys : [...new Set(keys.map(hostOf))];
    const rows = await rowsOf(scope, hosts, (queries, part) => {
      const query = queries
        .withTables<GoalTables>()
        .selectFrom('goals')
        .innerJoin('custom_domains', 'custom_domains.uuid', 'goals.custom_domain_uuid')
        .select([
          'goals.uuid',
          'display_name',
          'event_name',
          'page_path',
          'custom_domain_uuid',
          'custom_domains.host',
        ])
        .select('goals.created_at')
        .where('custom_domains.account_uuid', '=', scope.accountUuid);
      return part ? query.where('custom_domains.host', 'in', part) : query;
    });
    return rows.flatMap((row) => {
      const { uuid, display_name: displayName, event_name: eventName, page_path: pagePath } = row;
      const entity = {
        uuid,
        displayName,
        eventName,
        pagePath,
        createdAt: row.created_at,
        domainUuid: row.custom_domain_uuid,
      };
      const key = keyOf(row.host, entity);
      // They have no time of their last change.
      const state = JSON.stringify([uuid, eventName, pagePath]);
      return wanted?.has(key) === false ? [] : [{ key, uuid, state, entity }];
    });
  },
  attributesOf: async ({ entity }) => textsOf(versionedOf(resource, names, entity)),
  entryOf: ({ key }, attributes) => ({
    ...textsOf({ host: hostOf(key) }),
    // One of the two is null.
    ...Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== 'null')),
  }),
  async read(planning, entry, found) {
    await requireDomain(planning, { host: hostIn(entry), place: entry.place, isNew: !found });
    const values = valuesOf(entry.body);
    return { attributes: textsOf(versionedOf(resource, names, values)) };
  },
  async prepare(_applying, { creates, changes, deletes }) {
    return {
      async write(trx) {
        const stored = new CollectionStore(goals, trx.store);
        const domains = await domainsOf(
          trx,
          creates.map(({ key }) => hostOf(key)),
        );
        for (const operation of creates) {
          const owner = domains.get(hostOf(operation.key)) ?? '';
          await stored.create(owner, valuesAfterApply('create', operation));
        }
        const byUuid = new Map(changes.map((operation) => [operation.uuid, operation]));
        for (const { entity } of await foundOf(trx, changes)) {
          const operation = byUuid.get(entity.uuid);
          if (!operation) continue;
          const values = { ...entity, ...valuesAfterApply('change', operation, entity) };
          try {
            await stored.update(entity.domainUuid, entity.uuid, () => values);
          } catch (error) {
            const taken = goals.unique?.names.some((name) => isUniqueViolation(error, 'goals', name));
            throw taken
              ? new ServiceError(
                  'goal_taken',
                  `the custom domain already has the event or page of the goal ${quoteValue(entity.displayName)}`,
                )
              : error;
          }
        }
      },
      async delete(trx) {
        const stored = new CollectionStore(goals, trx.store);
        for (const { entity } of await foundOf(trx, deletes))
          await stored.delete(entity.domainUuid, entity.uuid);
      },
    };
  },
};

function foundOf(scope: Scope, operations: readonly Operation[]) {
  return goalKind.find(
    scope,
    operations.map(({ key }) => key),
  );
}

function valuesAfterApply(action: 'create' | 'change', operation: Operation, before?: Goal): GoalValues {
  const given = { ...(before && versionedOf(resource, names, before)), ...valuesAfter(action, operation) };
  return valuesOf(bodyOf(given));
}

function valuesOf(body: RequestBody): GoalValues {
  const attributes = new Map(
    [...body.attributes].filter(([name, value]) => name !== 'host' && value !== null),
  );
  const given = readNew(resource, { ...body, attributes });
  if (!goals.complete) throw new Error('goals are completed');
  return goals.complete(given);
}

function hostIn({ body, place }: Entry): string {
  const host = body.attributes.get('host');
  if (typeof host !== 'string') throw planInvalid([`${place}.host: is missing or not a text`]);
  return readDomainHost(host);
}

/** Hosts have no spaces. */
function keyOf(host: string, { displayName }: Pick<GoalValues, 'displayName'>): string {
  return `${host} ${displayName}`;
}

function hostOf(key: string): string {
  return key.slice(0, key.indexOf(' '));
}

/** Refuses an entry about a custom domain that won't be there. Errors: `plan_invalid`. */
export async function requireDomain(
  planning: Planning,
  { host, place, isNew }: { readonly host: string; readonly place: string; readonly isNew: boolean },
): Promise<void> {
  const { created, deleted, parts, noteRead } = planning;
  if (deleted.get('domains')?.has(host))
    throw planInvalid([`${place}.host: the plan deletes the custom domain ${quoteValue(host)}`]);
  if (!isNew || created.get('domains')?.has(host)) return;
  const [domain] = await domainKind(parts).find(planning, [host]);
  if (!domain) throw planInvalid([`${place}.host: the account has no custom domain ${quoteValue(host)}`]);
  noteRead('domains', domain);
}

/** The uuids of the account's custom domains with these hosts. */
export async function domainsOf(
  scope: Scope,
  hosts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf({ ...scope, isLocking: false }, [...new Set(hosts)], (queries, part = []) =>
    queries
      .selectFrom('custom_domains')
      .select(['host', 'uuid'])
      .where('account_uuid', '=', scope.accountUuid)
      .where('host', 'in', part),
  );
  return new Map(rows.map(({ host, uuid }) => [host, uuid]));
}
