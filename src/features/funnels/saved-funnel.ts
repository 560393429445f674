/** What a saved funnel is. Source: docs/reference/funnels.md ("Saved funnels"). */
import { funnelScopes } from '../../analytics/query/funnel.ts';
import type { Collection } from '../../kernel/collection.ts';
import type { Reading } from '../../resources/definition.ts';
import { defineResource } from '../../resources/resource.ts';
import { readName } from '../../resources/text-readings.ts';
import { measuredDomain } from '../custom-domains/owner.ts';
import { stepsSchema } from './schemas.ts';

const definitions = {
  uuid: { type: 'uuid', readOnly: true },
  name: {
    type: 'text',
    required: true,
    minLength: 1,
    maxLength: 200,
    allowed: '1 to 200 characters on one line',
    refused: 'is missing or not 1 to 200 characters on one line',
    description: 'What the funnel is called.',
    examples: ['Checkout'],
    read: (text: string): Reading<string> => readName(text),
    option: { value: 'NAME', help: 'what the funnel is called' },
  },
  steps: {
    type: 'json',
    required: true,
    allowed: '2 to 8 steps as in funnels, each a goal, an event or a page',
    refused:
      'of a saved funnel are missing, or not steps that a funnel takes; the message names the place in them',
    schema: stepsSchema as Readonly<Record<string, unknown>>,
    // Which steps a domain's funnel may have depends on its goals.
    read: (value: unknown): Reading<readonly unknown[]> =>
      Array.isArray(value) ? { ok: true, value } : { ok: false },
    option: {
      value: 'JSON',
      help: `2 to 8 steps in order, such as '[{"page":"/pricing"},{"event":"Signup"}]'`,
    },
  },
  scope: {
    type: 'choice',
    // The compiler needs the type to be written out.
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
    choices: funnelScopes as typeof funnelScopes,
    default: 'visit',
    description: '`visit`: all steps within one visit. `range`: within the range, over several visits.',
    option: { value: 'SCOPE', help: 'visit: all steps within one visit; range: over several' },
  },
} as const;

export type SavedFunnelDefinitions = typeof definitions;

export const savedFunnels: Collection<SavedFunnelDefinitions> = {
  resource: defineResource('SavedFunnel', definitions),
  kind: 'saved_funnel',
  table: 'saved_funnels',
  owner: measuredDomain,
  path: '/api/v1/analytics/custom_domains/:uuid/funnels',
  item: 'funnel_uuid',
  label: 'name',
  sortFields: ['name'],
  limit: { most: 100, code: 'too_many_saved_funnels' },
  tag: { name: 'Saved funnels', description: 'Funnels of a custom domain, saved under a name.' },
  verbs: {
    list: { description: 'Newest first.' },
    create: {
      description:
        '`steps` and `scope` are checked as those of a funnel. More than 100 funnels of a custom domain answer 400 `too_many_saved_funnels`.',
    },
    get: {},
    update: {},
    delete: {
      answer: 'A confirmation that names the uuid and the name.',
      description: 'Deletes the saved steps. The events that they count stay.',
    },
  },
};
