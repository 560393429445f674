/** Diagnoses on the wire. Source: docs/reference/diagnosis.md. */
import { type TObject, Type } from '@sinclair/typebox';
import { causeCodes } from './causes.ts';
import type { Diagnosis } from './diagnosis.ts';
import { stepNames } from './step.ts';

const stepSchema = Type.Object({
  step: Type.Union(stepNames.map((name) => Type.Literal(name))),
  state: Type.Union([Type.Literal('ok'), Type.Literal('failed'), Type.Literal('skipped')], {
    description: '`ok` also where the step does not apply. `skipped`: it is not known.',
  }),
  detail: Type.String({ description: 'A sentence.', examples: ['There are no CAA records.'] }),
  seconds: Type.Number({ examples: [0.041] }),
});

export const diagnosisSchema: TObject = Type.Object(
  {
    host: Type.String({ examples: ['shop.example.com'] }),
    verdict: Type.Union([Type.Literal('healthy'), Type.Literal('broken'), Type.Literal('unknown')], {
      description: '`broken`: a step failed. `unknown`: none did, and one up to `upstream` was skipped.',
    }),
    cause: Type.Union([Type.String(), Type.Null()], {
      description: 'The first step that failed, or was skipped, in a sentence; null when it is healthy.',
    }),
    cause_code: Type.Union([...causeCodes.map((code) => Type.Literal(code)), Type.Null()], {
      description: 'The same from a closed list.',
    }),
    fix: Type.Union([Type.String(), Type.Null()], { description: 'What to do about it, in a sentence.' }),
    steps: Type.Array(stepSchema, { description: 'In causal order.' }),
  },
  { $id: 'Diagnosis' },
);

export function diagnosisToWire(diagnosis: Diagnosis): Record<string, unknown> {
  const { host, verdict, cause, causeCode, fix, steps } = diagnosis;
  return { host, verdict, cause, cause_code: causeCode, fix, steps };
}
