/** Undo of collections: goals, segments and the like, each by the verbs that its routes have. Source: docs/reference/versions.md ("Undo"). */

import { versionedNames } from '../../control/audited.ts';
import type { ControlStore } from '../../control/store.ts';
import type { StoredResource } from '../../kernel/collection.ts';
import { auditedCollection, CollectionStore } from '../../kernel/collection-store.ts';
import type { RouteParts } from '../../kernel/feature.ts';
import { collectionActs } from '../../kernel/feature.ts';
import type { Acts } from '../../kernel/resource-routes.ts';
import type { Definitions, Entity } from '../../resources/definition.ts';
import { savedFunnels } from '../funnels/saved-funnel.ts';
import { savedFunnelActs } from '../funnels/saved-funnel-routes.ts';
import { goals } from '../goals/feature.ts';
import { savedViews } from '../saved-views/feature.ts';
import { searchTermImports } from '../search-terms/search-term-import.ts';
import { segments } from '../segments/feature.ts';
import { subscriptionActs } from '../subscriptions/feature.ts';
import { stored as subscriptions } from '../subscriptions/subscription-store.ts';
import { storedEndpoint } from '../webhooks/endpoint-store.ts';
import { webhookEndpointActs } from '../webhooks/feature.ts';
import { ownerGone } from './undo-errors.ts';
import { bodyOf, type UndoableKind } from './versioned-kind.ts';

export function collectionKinds(parts: RouteParts): UndoableKind[] {
  const { store } = parts;
  const { create: _, ...importActs } = collectionActs(searchTermImports, store);
  return [
    ofCollection(goals, collectionActs(goals, store), store),
    ofCollection(segments, collectionActs(segments, store), store),
    ofCollection(savedViews, collectionActs(savedViews, store), store),
    ofCollection(savedFunnels, savedFunnelActs(store), store),
    ofCollection(subscriptions, subscriptionActs(parts), store),
    ofCollection(storedEndpoint, webhookEndpointActs(parts), store),
    ofCollection(searchTermImports, importActs, store),
  ];
}

function ofCollection<D extends Definitions>(
  collection: StoredResource<D>,
  acts: Acts<D, Entity<D>>,
  store: ControlStore,
): UndoableKind {
  const { kind, resource, owner } = collection;
  const rows = new CollectionStore(collection, store);
  const audited = auditedCollection(collection);
  const isOfAccount = owner.table === 'accounts';
  const { create, update, delete: remove } = acts;
  return {
    kind,
    names: [...(isOfAccount ? [] : [owner.column]), ...versionedNames(resource)],
    summed: [],
    async find(accountUuid, uuid) {
      const ownerUuid = await rows.findOwner(accountUuid, uuid);
      const entity = ownerUuid === undefined ? undefined : await acts.find(ownerUuid, uuid);
      if (ownerUuid === undefined || !entity) return undefined;
      const values: Readonly<Record<string, unknown>> = entity;
      return {
        updatedAt: Number(values['updatedAt'] ?? 0),
        audited: audited.attributesOf({ uuid, ownerUuid, entity, row: {} }),
        write:
          update &&
          ((attributes, expect, request) =>
            update(ownerUuid, { uuid, body: bodyOf(attributes), found: entity, expect }, request)),
        delete: remove && ((request) => remove(ownerUuid, uuid, request)),
      };
    },
    create:
      create &&
      (async (accountUuid, uuid, { [owner.column]: ofOwner, ...attributes }, request) => {
        const ownerUuid = isOfAccount ? accountUuid : String(ofOwner);
        const isThere = await rows.isOwner(accountUuid, ownerUuid);
        if (!isThere || !(await create(ownerUuid, bodyOf(attributes), request, uuid))) throw ownerGone();
      }),
  };
}
