/** Redirects of a document, by their `source_host`. */
import { versionedOf } from '../../../control/audited.ts';
import { fromColumns } from '../../../control/columns.ts';
import { mapInTurns } from '../../../core/loop-turns.ts';
import type { RouteParts } from '../../../kernel/feature.ts';
import { readRequired } from '../../../resources/read-attributes.ts';
import {
  type Redirect,
  readChangedRedirect,
  readNewRedirect,
  redirectResource,
} from '../../../resources/redirect.ts';
import { ownNameRefusal, redirectActs } from '../../redirects/feature.ts';
import { Redirects, sourceHostTaken } from '../../redirects/redirect-store.ts';
import { bodyOf } from '../../versions/versioned-kind.ts';
import type { Kind } from '../kind.ts';
import { textsOf, valuesAfter } from '../operation.ts';
import { inApply, partsOf, rowsOf } from './writing.ts';

const names: readonly string[] = redirectResource.writable;
const rowsAtOnce = 200;

export function redirectKind(parts: RouteParts): Kind<Redirect> {
  const refuseOwnName = ownNameRefusal(parts);
  return {
    name: 'redirects',
    names,
    deletesFirst: false,
    keyOf: ({ body }) => readRequired(body, redirectResource.attributes.source_host),
    async find(scope, keys) {
      const rows = await rowsOf(scope, keys, (queries, part) => {
        const query = queries
          .selectFrom('redirects')
          .selectAll()
          .where('account_uuid', '=', scope.accountUuid);
        return part ? query.where('source_host', 'in', part) : query;
      });
      return rows.map((row) => {
        const entity = fromColumns(redirectResource, redirectResource.stored, row);
        const { sourceHost: key, uuid, updatedAt } = entity;
        return { key, uuid, state: `${uuid} ${updatedAt}`, entity };
      });
    },
    attributesOf: async ({ entity }) => textsOf(versionedOf(redirectResource, names, entity)),
    entryOf: (_found, attributes) => attributes,
    async read(_planning, { body }, found) {
      const values = found ? readChangedRedirect(body, found.entity) : readNewRedirect(body);
      if (!found) refuseOwnName(values.sourceHost);
      return { attributes: textsOf(versionedOf(redirectResource, names, values)) };
    },
    async findRefused({ store, accountUuid }, keys) {
      const taken = await new Redirects(store).takenHosts(accountUuid, keys);
      return new Map([...taken].map(([host, by]) => [host, sourceHostTaken(accountUuid, host, by)]));
    },
    async prepare(_applying, { creates, changes, deletes }) {
      const read = await mapInTurns(creates, (operation) =>
        readNewRedirect(bodyOf(valuesAfter('create', operation))),
      );
      return {
        async write({ store, accountUuid }) {
          const stored = new Redirects(store);
          for (const part of partsOf(read, rowsAtOnce)) {
            for (const { sourceHost } of part) refuseOwnName(sourceHost);
            await stored.createMany(accountUuid, part);
          }
          for (const part of partsOf(changes, rowsAtOnce))
            await stored.updateMany(
              accountUuid,
              part.map((operation) => ({
                uuid: operation.uuid ?? '',
                change: (current) => readChangedRedirect(bodyOf(valuesAfter('change', operation)), current),
              })),
            );
        },
        async delete(applying) {
          const acts = redirectActs(inApply(applying));
          for (const { uuid } of deletes)
            await acts.delete?.(applying.accountUuid, uuid ?? '', applying.request);
        },
      };
    },
  };
}
