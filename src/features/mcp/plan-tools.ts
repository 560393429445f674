/** The tools that change something: a plan says what would change, and applying it changes that and nothing else. */
import { Type } from '@sinclair/typebox';
import { defineTool, type Tool } from './tool.ts';
import { flag, input, object, text } from './tool-schemas.ts';

const plan = defineTool(
  input({
    document: object(
      'Lists of what there should be: `upstreams`, `domains`, `redirects`, `rules`, `goals`, `segments`, `webhook_endpoints`, `error_pages`, and `brand`. Kinds that it leaves out stay as they are.',
    ),
    prune: Type.Optional(
      flag(
        'Also delete what the document’s lists leave out, of the kinds that it has lists of. Default: false.',
      ),
    ),
  }),
  {
    name: 'plan',
    title: 'Make a plan',
    description:
      'Compares a document with the account and stores a plan of what would be created, changed and deleted, and of what changed rules would have done with recorded requests. Changes nothing. Show the plan to a person: an owner or admin has to approve it, and it expires after 24 hours.',
    effects: { changes: true, destroys: false },
    output: object('The plan, as the API answers it, with its `uuid`.'),
  },
  ({ document, prune }, api) => api.post(api.path('plans'), document, { prune }),
);

const apply = defineTool(
  input({
    plan_uuid: text('The plan to apply.', 36),
    secrets: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'Values of the secrets that the plan names.',
      }),
    ),
  }),
  {
    name: 'apply',
    title: 'Apply a plan',
    description:
      'Carries out a plan, all of it or nothing. A signed-in owner or admin must have approved it within the last hour, unless the token was made to apply plans by itself. Refused if what it is about has changed since it was made, or if it was applied before.',
    effects: { changes: true, destroys: true },
    output: object('What was applied, as the API answers it.'),
  },
  ({ plan_uuid: uuid, secrets = {} }, api) => api.post(api.path('plans', uuid, 'apply'), { secrets }),
);

export const planTools: readonly Tool[] = [plan, apply];
