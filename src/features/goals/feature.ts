/** Goals of custom domains: events or page views that count as conversions. Source: docs/reference/goals.md. */
import { ServiceError } from '../../core/errors.ts';
import { maxEventNameLength } from '../../core/event-limits.ts';
import { type GoalTarget, maxPagePathLength, nameOfTarget } from '../../core/goal-target.ts';
import { maxLabelLength } from '../../core/label.ts';
import type { Collection } from '../../kernel/collection.ts';
import type { RowOf } from '../../kernel/collection-store.ts';
import type { Reading, Values } from '../../resources/definition.ts';
import { defineResource } from '../../resources/resource.ts';
import { readName } from '../../resources/text-readings.ts';
import { measuredDomain } from '../custom-domains/owner.ts';

const definitions = {
  uuid: { type: 'uuid', readOnly: true },
  display_name: {
    type: 'text',
    minLength: 1,
    maxLength: 200,
    allowed: '1 to 200 characters on one line',
    refused: 'is not 1 to 200 characters on one line',
    description: 'What reports call the goal. Default: the event name, or `Visit` and the path.',
    examples: ['Sign-up'],
    read: (text: string): Reading<string> => readName(text),
  },
  event_name: {
    type: 'text',
    nullable: true,
    minLength: 1,
    maxLength: 120,
    allowed: '1 to 120 characters on one line',
    refused: 'is not 1 to 120 characters on one line, or is given neither itself nor as `page_path`',
    description: 'The event that completes the goal; null for a page.',
    examples: ['Signup'],
    read: (text: string): Reading<string> => readName(text, maxEventNameLength),
  },
  page_path: {
    type: 'text',
    nullable: true,
    maxLength: 500,
    pattern: '^[/*][^?#\\s\\u0000-\\u001f\\u007f-\\u009f]*$',
    allowed: 'a path of at most 500 characters without query, in which * stands for any characters',
    refused: 'is not a path, with `*` for any characters, or is given beside `event_name`',
    description:
      'The page whose view completes the goal; `*` stands for any characters, `/` included. Null for an event.',
    examples: ['/thanks*'],
    read: (text: string): Reading<string> =>
      text.length <= maxPagePathLength && text.isWellFormed() && pagePath.test(text)
        ? { ok: true, value: text }
        : { ok: false },
  },
  created_at: { type: 'timestamp', readOnly: true, description: 'Creation time.' },
} as const;

const pagePath = new RegExp(definitions.page_path.pattern);

type Definitions = typeof definitions;
export type GoalValues = Values<Definitions>;
export type GoalTables = { goals: RowOf<Definitions, 'custom_domain_uuid'> };

export const goals: Collection<Definitions> = {
  resource: defineResource('Goal', definitions),
  kind: 'goal',
  table: 'goals',
  owner: measuredDomain,
  path: '/api/v1/analytics/custom_domains/:uuid/goals',
  item: 'goal_uuid',
  label: 'display_name',
  sortFields: ['created_at', 'display_name'],
  limit: { most: 1_000, code: 'too_many_goals' },
  unique: { names: ['display_name', 'event_name', 'page_path'], code: 'goal_taken' },
  complete({ displayName, eventName, pagePath: path }) {
    const target = targetOf(eventName ?? null, path ?? null);
    return { ...target, displayName: displayName ?? defaultName(target) };
  },
  tag: {
    name: 'Goals',
    description: 'Events and pages that count as conversions. Queries and funnels refer to them by name.',
  },
  verbs: {
    list: {},
    create: {
      description:
        'Give either `event_name`, or `page_path` with `*` for any characters. A second goal with the same name, event or path answers 400 `goal_taken`; more than 1,000 goals answer 400 `too_many_goals`.',
    },
    get: {},
    delete: {
      answer: 'A confirmation that names the uuid and the display name.',
      description:
        'The events that it counted stay. Queries and funnels that name the goal answer 400 `query_invalid` from now on.',
    },
  },
};

/** An event or a page. Errors: `event_name_invalid`, `page_path_invalid`. */
function targetOf(eventName: string | null, path: string | null): GoalTarget {
  if (eventName === null && path !== null) return { eventName, pagePath: path };
  if (eventName !== null && path === null) return { eventName, pagePath: path };
  throw path === null
    ? new ServiceError(
        { attribute: 'event_name' },
        `event_name is missing; allowed: ${definitions.event_name.allowed}, or page_path instead`,
      )
    : new ServiceError(
        { attribute: 'page_path' },
        'page_path is given beside event_name; allowed: one of the two',
      );
}

function defaultName(target: GoalTarget): string {
  const name = nameOfTarget(target);
  return name.length <= maxLabelLength ? name : `${name.slice(0, maxLabelLength - 1).toWellFormed()}…`;
}
