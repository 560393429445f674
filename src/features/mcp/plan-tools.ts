/** The tools that change something: a plan says what would change, and applying it changes that and nothing else. */
import { Type } from '@sinclair/typebox';
import { planPagePath } from '../plans/plan-page.ts';
import { defineTool, type Tool, type ToolAnswer } from './tool.ts';
import { listIn, type Page, pageOf, Refused, type ToolApi } from './tool-api.ts';
import { count, flag, input, nextCursor, object, pageProperties, rows, text } from './tool-schemas.ts';

/** Holds a token to an approval that may apply plans without one, as tokens with scope `write` may. */
const approvedOnly = { 'x-approved-only': 'true' };

const time = (description: string) => Type.Unsafe({ type: ['string', 'null'], description });
const planMembers = {
  uuid: Type.String(),
  created_at: Type.String(),
  expires_at: Type.String(),
  prune: Type.Boolean(),
  summary: object('How many resources are created, changed, deleted and unchanged, also by kind.'),
  approved_at: time('When a person approved it last; null: nobody did.'),
  approved_by: time('That person.'),
  applied_at: time('When it was applied; null: it was not.'),
};

const plan = defineTool(
  input({
    document: Type.Optional(
      object(
        'Lists of what there should be: `upstreams`, `domains`, `redirects`, `rules`, `goals`, `segments`, `webhook_endpoints`, `error_pages`, and `brand`. What it leaves out stays as it is.',
      ),
    ),
    prune: Type.Optional(
      flag(
        'Also delete what the document’s lists leave out, of the kinds that it has lists of. Default: false.',
      ),
    ),
    plan_uuid: Type.Optional(text('Show this plan, instead of making one of a document.', 36)),
    ...pageProperties(),
  }),
  {
    name: 'plan',
    title: 'Make or show a plan',
    description:
      'Compares a document with the account and stores a plan of what would be created, changed and deleted, and of what changed rules would have done with recorded requests. Changes nothing else. Show the plan to a person, with its `url`: an owner or admin has to approve it there, and it expires after 24 hours. With `plan_uuid` it shows a plan, and whether it was approved.',
    effects: { changes: true, destroys: false },
    output: Type.Object({
      ...planMembers,
      url: Type.String({ description: 'Its page in the dashboard, where an owner or admin approves it.' }),
      secrets: rows('`name` of each secret that the document names, and whether it is `required`.'),
      operations: rows(
        '`action` (create, change or delete), `kind`, `key` and `attributes` of each resource; of a change `before` and `after`. Of rules also `replay`.',
      ),
      count,
      next_cursor: nextCursor,
    }),
  },
  async ({ document, prune, plan_uuid: uuid, ...page }, api) => {
    if (document !== undefined && uuid === undefined)
      return shapePlan(await api.post(api.path('plans'), document, { query: { prune } }), api, page);
    if (uuid !== undefined && document === undefined)
      return shapePlan(await api.get(api.path('plans', uuid)), api, page);
    throw new Refused('document_invalid', 'document or plan_uuid is needed, and not both');
  },
);

const actionsOf = { create: 'creates', change: 'changes', delete: 'deletes' } as const;

function shapePlan(answer: ToolAnswer, api: ToolApi, page: Page): ToolAnswer {
  const { creates: _, changes: __, deletes: ___, ...members } = answer;
  const operations = Object.entries(actionsOf).flatMap(([action, list]) =>
    listIn(answer[list]).map((operation) => Object.assign({ action }, operation)),
  );
  const { items, next_cursor } = pageOf(operations, page);
  const url = api.pageAddress(planPagePath(String(answer['uuid'])));
  return { ...members, url, operations: items, count: operations.length, next_cursor };
}

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
    output: Type.Object({
      ...planMembers,
      secrets: rows('Secrets that were made, in no other answer: `kind`, `key`, `name` and `value`.'),
    }),
  },
  ({ plan_uuid: uuid, secrets = {} }, api) =>
    api.post(api.path('plans', uuid, 'apply'), { secrets }, { fields: approvedOnly }),
);

export const planTools: readonly Tool[] = [plan, apply];
