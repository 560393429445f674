/** What a feature adds to the API: one value for each, in the list of `features/features.ts`. */
import type { TSchema } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { ControlStore } from '../control/store.ts';
import { type AttributeError, attributeErrorsOf } from '../resources/attribute-errors.ts';
import type { Definitions } from '../resources/definition.ts';
import type { Collection, ReferenceTag, Verb } from './collection.ts';
import { addCollectionRoutes, collectionSchemas } from './collection-routes.ts';

export type Feature = {
  /** Its group of operations in the API reference. */
  readonly tag: ReferenceTag;
  /** Registered under their `$id`. */
  readonly schemas: readonly TSchema[];
  readonly attributeErrors: readonly AttributeError[];
  readonly addRoutes: (app: FastifyInstance, store: ControlStore) => void;
};

export function featureOf<D extends Definitions>(collection: Collection<D>): Feature {
  const schemas = collectionSchemas(collection);
  const { answer, bodies } = schemas;
  const has = (verb: Verb, schema: TSchema): TSchema[] => (collection.verbs.includes(verb) ? [schema] : []);
  return {
    tag: collection.tag,
    schemas: [answer, ...has('create', bodies.create), ...has('update', bodies.update)],
    attributeErrors: attributeErrorsOf(collection.resource),
    addRoutes: (app, store) => addCollectionRoutes(app, collection, schemas, store),
  };
}
