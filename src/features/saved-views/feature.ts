/** Saved views: ways to look at analytics, kept by an account under names. Source: docs/reference/saved-views.md. */
import type { Collection } from '../../kernel/collection.ts';
import { callersAccount } from '../../kernel/owner.ts';
import type { Reading } from '../../resources/definition.ts';
import { defineResource } from '../../resources/resource.ts';
import { readName } from '../../resources/text-readings.ts';

const definitions = {
  uuid: { type: 'uuid', readOnly: true },
  name: {
    type: 'text',
    required: true,
    minLength: 1,
    maxLength: 200,
    allowed: '1 to 200 characters on one line',
    refused: 'is missing or not 1 to 200 characters on one line',
    description: 'What the view is called.',
    examples: ['Mobile visitors from Germany'],
    read: (text: string): Reading<string> => readName(text),
    option: { value: 'NAME', help: 'what the view is called' },
  },
  query_string: {
    type: 'text',
    required: true,
    maxLength: 8_000,
    pattern: '^[^#\\s\\u0000-\\u001f\\u007f-\\u009f]*$',
    allowed: 'at most 8000 characters, without spaces, control characters and #',
    refused: 'is missing, has more than 8000 characters, or has a space, a control character or `#`',
    description: 'The query of a page’s URL, kept as it is; the leading `?` may be left out.',
    examples: ['period=90d&f=is,visit:device,Mobile'],
    read: (text: string): Reading<string> =>
      text.length <= definitions.query_string.maxLength &&
      text.isWellFormed() &&
      queryStringPattern.test(text)
        ? { ok: true, value: text }
        : { ok: false },
    option: { value: 'QUERY', help: "query of a page's URL" },
  },
} as const;

const queryStringPattern = new RegExp(definitions.query_string.pattern);

type Definitions = typeof definitions;

export const savedViews: Collection<Definitions> = {
  resource: defineResource('SavedView', definitions),
  kind: 'saved_view',
  table: 'saved_views',
  owner: callersAccount,
  path: '/api/v1/analytics/views',
  item: 'view_uuid',
  label: 'name',
  sortFields: ['name'],
  limit: { most: 500, code: 'too_many_saved_views' },
  tag: {
    name: 'Saved views',
    description: 'Ways to look at analytics, saved under a name for the whole account.',
  },
  verbs: {
    list: { description: 'Newest first.' },
    create: { description: 'More than 500 views in an account answer 400 `too_many_saved_views`.' },
    get: {},
    update: {},
    delete: {
      answer: 'A confirmation that names the uuid and the name.',
      description: 'Deletes the view for the whole account.',
    },
  },
};
