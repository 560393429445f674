/** Goals on the wire. Source: docs/reference/goals.md. */
import { type TObject, Type } from '@sinclair/typebox';
import { type Goal, type GoalAttributes, goalSortFields } from '../../control/goals.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { maxEventNameLength } from '../../core/event-limits.ts';
import { type GoalTarget, maxPagePathLength, nameOfTarget } from '../../core/goal-target.ts';
import { maxLabelLength } from '../../core/label.ts';
import { readOptional } from '../../resources/read-attributes.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import {
  type DescribedAttribute,
  labelAttribute,
  nullable,
  schemasOf,
  textAttribute,
} from '../attributes.ts';
import { pageQuery, sortQuery, timestampSchema, uuidSchema } from './common.ts';
import { bodySchemas } from './resource.ts';

/** As custom events have them. Source: docs/reference/tracker.md. */
const pagePath = /^[/*][^?#\s\u0000-\u001f\u007f-\u009f]*$/;

const displayNameAttribute: DescribedAttribute<string> = labelAttribute('display_name', {
  description: 'What reports call the goal. Default: the event name, or `Visit` and the path.',
  examples: ['Sign-up'],
});

const eventNameAttribute: DescribedAttribute<string | null> = nullable(
  labelAttribute('event_name', {
    maxLength: maxEventNameLength,
    description: 'The event that completes the goal; null for a page.',
    examples: ['Signup'],
  }),
);

const pagePathAttribute: DescribedAttribute<string | null> = nullable(
  textAttribute({
    name: 'page_path',
    allowed: `a path of at most ${maxPagePathLength} characters without query, in which * stands for any characters`,
    schema: Type.String({
      maxLength: maxPagePathLength,
      pattern: pagePath.source,
      description:
        'The page whose view completes the goal; `*` stands for any characters, `/` included. Null for an event.',
      examples: ['/thanks*'],
    }),
    read: (text) =>
      text.length <= maxPagePathLength && text.isWellFormed() && pagePath.test(text)
        ? { ok: true, value: text }
        : { ok: false },
  }),
);

/** In the order in which they are checked. */
const writable: readonly DescribedAttribute<unknown>[] = [
  displayNameAttribute,
  eventNameAttribute,
  pagePathAttribute,
];

/** Every attribute that a body may have; the read-only ones are ignored. */
export const goalAttributeNames: readonly string[] = [
  ...writable.map(({ name }) => name),
  'uuid',
  'created_at',
];

export const goalSchema: TObject = Type.Object(
  {
    uuid: uuidSchema,
    display_name: displayNameAttribute.schema,
    event_name: eventNameAttribute.schema,
    page_path: pagePathAttribute.schema,
    created_at: timestampSchema('Creation time.'),
  },
  { $id: 'Goal' },
);

export const goalBodySchema: TObject = bodySchemas('Goal', schemasOf(writable), []).create;

export const goalQuerySchema: TObject = Type.Object({ ...pageQuery, sort: sortQuery(goalSortFields) });

/** Reads all attributes of a new goal. Errors: the attribute's own code. */
export function readNewGoal(body: RequestBody): GoalAttributes {
  const displayName = readOptional(body, displayNameAttribute);
  const target = readTarget(body);
  return { ...target, displayName: displayName ?? defaultName(target) };
}

/** An event or a page. Errors: `event_name_invalid`, `page_path_invalid`. */
function readTarget(body: RequestBody): GoalTarget {
  const eventName = readOptional(body, eventNameAttribute) ?? null;
  const path = readOptional(body, pagePathAttribute) ?? null;
  if (eventName === null) {
    if (path !== null) return { eventName, pagePath: path };
    const { name, allowed } = eventNameAttribute;
    throw new ServiceError(
      'event_name_invalid',
      `${name} is missing; allowed: ${allowed}, or page_path instead`,
    );
  }
  if (path === null) return { eventName, pagePath: path };
  throw new ServiceError(
    'page_path_invalid',
    'page_path is given beside event_name; allowed: one of the two',
  );
}

function defaultName(target: GoalTarget): string {
  const name = nameOfTarget(target);
  return name.length <= maxLabelLength ? name : `${name.slice(0, maxLabelLength - 1).toWellFormed()}…`;
}

export function goalToWire(goal: Goal): Record<string, unknown> {
  return {
    uuid: goal.uuid,
    display_name: goal.displayName,
    event_name: goal.eventName,
    page_path: goal.pagePath,
    created_at: formatTimestamp(goal.createdAt),
  };
}

export function deletedGoalMessage({ uuid, displayName }: Goal): string {
  return `Goal ${uuid} (${JSON.stringify(displayName)}) was deleted.`;
}
