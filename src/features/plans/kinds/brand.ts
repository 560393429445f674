/** The brand of a document, which an account has one of. */
import { checksumOf } from '../../../control/audited.ts';
import { AccountBrands, type Brand } from '../../connect/brand-store.ts';
import { brandAttributeNames, readBrand } from '../../connect/schemas.ts';
import { bodyOf } from '../../versions/versioned-kind.ts';
import type { Kind } from '../kind.ts';
import { textsOf, valuesAfter } from '../operation.ts';

export const brandKind: Kind<Brand> = {
  name: 'brand',
  names: brandAttributeNames,
  deletesFirst: false,
  keyOf: () => 'brand',
  async find({ store, accountUuid: uuid }) {
    const { name, color, logo } = await new AccountBrands(store).find(uuid);
    const entity = { name, color, logo };
    return [{ key: 'brand', uuid, state: checksumOf(JSON.stringify(entity)), entity }];
  },
  attributesOf: async ({ entity }) => textsOf(entity),
  entryOf: (_found, attributes) => attributes,
  read: async (_planning, { body }, found) => ({
    attributes: textsOf({ ...found?.entity, ...readBrand(body) }),
  }),
  async prepare({ accountUuid }, { changes }) {
    return {
      async write({ store }) {
        for (const operation of changes)
          await new AccountBrands(store).update(
            accountUuid,
            readBrand(bodyOf(valuesAfter('change', operation))),
          );
      },
      delete: async () => {},
    };
  },
};
