/** Segments of a document, by their `name`. */
import { versionedOf } from '../../../control/audited.ts';
import { CollectionStore } from '../../../kernel/collection-store.ts';
import type { Entity, Values } from '../../../resources/definition.ts';
import { readChanged, readNew, readRequired } from '../../../resources/read-attributes.ts';
import { segments } from '../../segments/feature.ts';
import { bodyOf } from '../../versions/versioned-kind.ts';
import type { Kind } from '../kind.ts';
import { textsOf, valuesAfter } from '../operation.ts';

type Definitions = (typeof segments)['resource']['definitions'];
type Segment = Entity<Definitions>;

const { resource, limit } = segments;
const names: readonly string[] = resource.writable;
const all = { sort: { field: 'created_at', direction: 'asc' }, limit: limit.most + 1, offset: 0 } as const;

export const segmentKind: Kind<Segment> = {
  name: 'segments',
  names,
  // An account may have only so many.
  deletesFirst: true,
  keyOf: ({ body }) => readRequired(body, resource.attributes.name),
  async find({ store, accountUuid }, keys) {
    const { entities } = await new CollectionStore(segments, store).list(accountUuid, all);
    return entities.flatMap((entity) => {
      const { name: key, uuid, updatedAt } = entity;
      return keys === 'all' || keys.includes(key)
        ? [{ key, uuid, state: `${uuid} ${updatedAt}`, entity }]
        : [];
    });
  },
  attributesOf: async ({ entity }) => textsOf(versionedOf(resource, names, entity)),
  entryOf: (_found, attributes) => attributes,
  async read(_planning, { body }, found) {
    const values = found ? readChanged(resource, body, found.entity) : newValues(body);
    return { attributes: textsOf(versionedOf(resource, names, values)) };
  },
  async prepare({ accountUuid }, { creates, changes, deletes }) {
    return {
      async write({ store }) {
        const stored = new CollectionStore(segments, store);
        for (const operation of creates)
          await stored.create(accountUuid, newValues(bodyOf(valuesAfter('create', operation))));
        for (const operation of changes)
          await stored.update(accountUuid, operation.uuid ?? '', (current) =>
            readChanged(resource, bodyOf(valuesAfter('change', operation)), current),
          );
      },
      async delete({ store }) {
        const stored = new CollectionStore(segments, store);
        for (const { uuid } of deletes) await stored.delete(accountUuid, uuid ?? '');
      },
    };
  },
};

function newValues(body: Parameters<typeof readNew>[1]): Values<Definitions> {
  // Each attribute is required.
  return readNew(resource, body);
}
