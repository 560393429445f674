/** Findings and verdicts on the wire. Source: docs/reference/findings.md. */
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { enumSchema, refTo, timestampSchema, uuidSchema } from '../../api/schemas/common.ts';
import { formatTimestamp } from '../../core/clock.ts';
import {
  findingKinds,
  reachableStates,
  severities,
  subjectTypes,
  verdictStates,
} from '../../core/finding.ts';
import { attentionAttributes } from '../../resources/attention-attributes.ts';
import { renewalSchema } from '../automatic-certificates/schemas.ts';
import type { Finding } from './finding-rows.ts';
import { type Found, wordsOf } from './kind.ts';
import { causeOf, findKind } from './kinds.ts';

export const findingStates = ['open', 'resolved', 'muted'] as const;
export type FindingState = (typeof findingStates)[number];

const orNull = (schema: TSchema, description: string): TSchema =>
  Type.Union([schema, Type.Null()], { description });

export const findingSchema: TObject = Type.Object(
  {
    uuid: uuidSchema,
    kind: enumSchema(findingKinds, { description: 'What was found.' }),
    severity: enumSchema(severities, { description: 'How bad it is; of its kind.' }),
    state: enumSchema(findingStates, {
      description: '`muted`: still there, and not told until `muted_until`.',
    }),
    subject: Type.Object(
      {
        type: enumSchema(subjectTypes, {}),
        uuid: orNull(uuidSchema, 'Null of a host that has rules only, and of the installation.'),
        host: orNull(Type.String(), 'Null where there is none.'),
      },
      { description: 'What it is about.' },
    ),
    summary: Type.String({ description: 'What is wrong, in one sentence.' }),
    cause: Type.String({ description: 'Why, in one sentence.' }),
    cause_code: Type.String({
      description: 'The cause, from a closed list of each kind.',
      examples: ['records_missing'],
    }),
    fix: Type.String({ description: 'What to do about it, in one sentence.' }),
    evidence: Type.Unsafe({
      type: 'object',
      additionalProperties: true,
      description: 'What the check saw. `hosts`: the domains that it stands for.',
    }),
    opened_at: timestampSchema('When it was found.'),
    last_seen_at: timestampSchema('When a check saw it last; written at most every 10 minutes.'),
    resolved_at: orNull(timestampSchema('When it was over.'), 'Null: it is not over.'),
    muted_until: orNull(timestampSchema('Not told until then.'), 'Null: it is not muted.'),
  },
  { $id: 'Finding' },
);

const verdictSchema: TSchema = Type.Object(
  {
    state: enumSchema(verdictStates, {
      description:
        '`broken` and `attention`: there is an open finding, critical or a warning. `setting_up`: it was never ready. `unknown`: nothing has checked it for 26 hours.',
    }),
    finding_uuid: orNull(uuidSchema, 'The worst open finding; null: there is none.'),
    cause: orNull(Type.String(), 'The cause of that finding, in one sentence.'),
  },
  { description: attentionAttributes.verdict.description },
);

/** What is computed of each host: after all other attributes. */
export const attentionSchemas: Readonly<Record<'verdict' | 'reachable' | 'renewal', TSchema>> = {
  verdict: verdictSchema,
  reachable: orNull(enumSchema(reachableStates, {}), attentionAttributes.reachable.description),
  renewal: orNull(refTo(renewalSchema), attentionAttributes.renewal.description),
};

export function stateOf({ resolvedAt, mutedUntil }: Finding, now: number): FindingState {
  if (resolvedAt !== null) return 'resolved';
  return mutedUntil !== null && mutedUntil > now ? 'muted' : 'open';
}

export type Sentences = { readonly summary: string; readonly cause: string; readonly fix: string };

/** The sentences of a finding; of one whose words this version doesn't know, its codes. */
export function sentencesOf(finding: Finding): Sentences {
  const { kind: name, causeCode, evidence } = finding;
  const found: Found = { subject: subjectWords(finding), isMany: finding.isGroup, evidence };
  const kind = findKind(name);
  const cause = causeOf(name, causeCode);
  return {
    summary: kind ? wordsOf(kind.summary, found) : `${found.subject}: ${name}.`,
    cause: cause ? wordsOf(cause.cause, found) : `${causeCode}.`,
    fix: cause ? wordsOf(cause.fix, found) : 'Update Nameplate to the version that found it.',
  };
}

export function findingToWire(finding: Finding, now: number): Record<string, unknown> {
  const { subject, resolvedAt, mutedUntil } = finding;
  const state = stateOf(finding, now);
  const { summary, cause, fix } = sentencesOf(finding);
  return {
    uuid: finding.uuid,
    kind: finding.kind,
    severity: finding.severity,
    state,
    subject: { type: subject.type, uuid: subject.uuid, host: subject.host },
    summary,
    cause,
    cause_code: finding.causeCode,
    fix,
    evidence: finding.evidence,
    opened_at: formatTimestamp(finding.openedAt),
    last_seen_at: formatTimestamp(finding.lastSeenAt),
    resolved_at: resolvedAt === null ? null : formatTimestamp(resolvedAt),
    muted_until: state === 'muted' && mutedUntil !== null ? formatTimestamp(mutedUntil) : null,
  };
}

function subjectWords({ subject, isGroup, evidence }: Finding): string {
  if (subject.type === 'installation') return 'This installation';
  const host = subject.host ?? subject.uuid ?? '';
  const hosts = evidence['hosts'];
  return isGroup && Array.isArray(hosts) ? `${hosts.length} domains of ${host}` : host;
}
