/** A replay of rules on the wire. Source: docs/reference/replay.md. */
import { type TObject, Type } from '@sinclair/typebox';
import { type DateRange, makeDateRange, readDay } from '../../core/date-range.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { actions } from '../../rules/actions/actions.ts';
import { conditions } from '../../rules/conditions/conditions.ts';
import { hostRulesSchema } from './schemas.ts';

/** Today and six days before: a week. */
const defaultStart = 6;

export function readReplayRange(attributes: ReadonlyMap<string, unknown>, nowMs: number): DateRange {
  const day = (name: 'from' | 'to'): number | undefined => {
    const value = attributes.get(name);
    if (value !== undefined && typeof value !== 'string')
      throw new ServiceError(
        `${name}_invalid`,
        `${name} ${quoteValue(value)} is invalid; allowed: a date YYYY-MM-DD as a string`,
      );
    return readDay(name, value);
  };
  return makeDateRange({ from: day('from'), to: day('to') }, nowMs, defaultStart);
}

const dateSchema = (description: string) =>
  Type.Optional(Type.String({ format: 'date', description, examples: ['2026-05-04'] }));

export const replayRequestSchema: TObject = Type.Object({
  ...hostRulesSchema.properties,
  from: dateSchema('First day, UTC. Default: six days before today.'),
  to: dateSchema('Last day, UTC. Default: today.'),
});

/** Conditions and actions of which records don't tell what they want to know. */
const unrecordedNames = [
  ...Object.entries(conditions).filter(([, { words }]) => words.unrecorded !== undefined),
  ...Object.entries(actions).filter(([, { stops }]) => stops !== undefined),
].map(([name]) => `\`${name}\``);
const count = (description: string) => Type.Integer({ description });
const place = Type.Integer({ description: 'The rule’s place, from 0.' });

export const replayAnswerSchema: TObject = Type.Object(
  {
    requests: count('Requests recorded in these days.'),
    changed: count('Requests that would have been answered by something else than they were.'),
    blocked: count('Requests that a rule would have blocked.'),
    circles: count('Requests that would have been redirected in a circle.'),
    unmatched: count('Requests that nothing would have answered: 404.'),
    uncertain: count(
      'Requests that a rule might have answered of which the record doesn’t tell whether it held.',
    ),
    rules: Type.Array(
      Type.Object({ rule: place, requests: count('Requests that the rule would have decided about.') }),
      { description: 'One entry for each rule, in order.' },
    ),
    samples: Type.Array(
      Type.Object({
        path: Type.String({ examples: ['/old'] }),
        before: Type.String({ description: 'What was answered.', examples: ['unmatched 404'] }),
        after: Type.String({
          description: 'What would have been answered.',
          examples: ['301 https://www.example.com/new'],
        }),
      }),
      { description: 'Changed requests, those recorded most often first; at most 20.' },
    ),
    not_replayable: Type.Array(
      Type.Object({
        rule: place,
        condition: Type.String({
          description: `${unrecordedNames.slice(0, -1).join(', ')} or ${unrecordedNames.at(-1)}.`,
        }),
      }),
      { description: 'What rules ask for that isn’t recorded.' },
    ),
  },
  { description: 'What the rules would have done.' },
);
