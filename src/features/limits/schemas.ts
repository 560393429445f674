/** An account's limits on the wire. Source: docs/reference/limits.md. */
import { type TObject, Type } from '@sinclair/typebox';
import { enumSchema } from '../../api/schemas/common.ts';
import { limitNames } from '../../core/account-limits.ts';

export const limitSchema: TObject = Type.Object(
  {
    name: enumSchema(limitNames, { description: 'What is limited.' }),
    used: Type.Integer({
      description: 'How much of it the account uses now; of limits per custom domain, that of the highest.',
    }),
    allowed: Type.Union([Type.Integer(), Type.Null()], {
      description: 'How much it may use; null: as much as it likes.',
      examples: [100_000],
    }),
  },
  { $id: 'Limit' },
);
