/** What an annotation is. Source: docs/reference/annotations.md. */
import { type TSchema, Type } from '@sinclair/typebox';
import { enumSchema } from '../../api/schemas/common.ts';
import { actorKinds } from '../../core/audit.ts';
import type { Reading } from '../../resources/definition.ts';
import { defineResource, type Resource } from '../../resources/resource.ts';
import { readName } from '../../resources/text-readings.ts';

const maxTextLength = 500;

const definitions = {
  uuid: { type: 'uuid', readOnly: true },
  at: {
    type: 'timestamp',
    allowed: 'an instant such as 2030-12-31T18:00:00Z',
    refused: 'is not an instant',
    description: 'What happened then. Default: now.',
  },
  text: {
    type: 'text',
    required: true,
    minLength: 1,
    maxLength: 500,
    allowed: '1 to 500 characters on one line',
    refused: 'is missing or not 1 to 500 characters on one line',
    description: 'What charts show.',
    examples: ['Newsletter sent'],
    read: (text: string): Reading<string> => readName(text, maxTextLength),
  },
  kind: { type: 'computed', readOnly: true, description: 'A `note` of a person or program, or a `change`.' },
  actor: { type: 'computed', readOnly: true, description: 'Who wrote the note, or made the change.' },
} as const;

export type AnnotationDefinitions = typeof definitions;
export const annotationResource: Resource<AnnotationDefinitions> = defineResource('Annotation', definitions);

export const computedSchemas: Readonly<Record<string, TSchema>> = {
  kind: enumSchema(['note', 'change'], {
    description: 'A note of a person or program, or a change that Nameplate noted.',
  }),
  actor: Type.Object(
    {
      kind: enumSchema(actorKinds, { description: 'What made it.' }),
      uuid: Type.Unsafe({ anyOf: [Type.String({ format: 'uuid' }), { type: 'null' }] }),
      name: Type.String(),
    },
    { description: 'Who wrote it or made the change, as in the audit trail.' },
  ),
};
