/** Automatic certificates on the wire. Source: docs/reference/certificates.md ("Automatic certificates"). */
import { type TObject, Type } from '@sinclair/typebox';
import { enumSchema, pageQuery, refTo, timestampSchema } from '../../api/schemas/common.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { type Renewal, renewalStates } from '../../core/renewal.ts';
import { automaticStates, type HostCertificate, hostCertificateSorts } from './certificate-list.ts';

const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const timeOrNull = (description: string) => Type.Union([timestampSchema(description), Type.Null()]);

const stateSchema = enumSchema(automaticStates, {
  description:
    '`valid`: it is good. `expired`: it has ended. `failing`: the last attempt failed; an earlier certificate is served until `expires_at`. `waiting`: an order is due: there is no certificate yet, or its order waits for the order budget; an earlier one is served until `expires_at`. `missing`: there is none and none is due, as long as the DNS records of the host don’t lead here.',
});

export const renewalSchema: TObject = Type.Object(
  {
    due_at: timestampSchema('When the certificate is renewed.'),
    state: enumSchema(renewalStates, {
      description:
        'What the last rehearsal found; `unknown` before the first, and where something gave no answer.',
    }),
    reason: textOrNull('Why it will fail or why that isn’t known, in a sentence with the fix.'),
    cause_code: textOrNull('The same as a code.'),
    checked_at: timeOrNull('When it was rehearsed last.'),
  },
  { $id: 'Renewal' },
);

export const automaticCertificateSchema: TObject = Type.Object(
  {
    host: Type.String({ examples: ['shop.example.com'] }),
    state: stateSchema,
    issuer: textOrNull('Who issued the certificate (RFC 4514); null while there is none.'),
    expires_at: timeOrNull('When the certificate expires.'),
    last_error: textOrNull('Why the last attempt failed; null after one that didn’t.'),
    next_attempt_at: timeOrNull(
      'When it is ordered, or looked at, next; of one that waits for the order budget, about when its turn comes.',
    ),
    authority: textOrNull('Host of the directory of the authority that issued it.'),
    renewal: Type.Union([refTo(renewalSchema), Type.Null()], {
      description: 'Its next renewal; null while there is no certificate.',
    }),
  },
  { $id: 'AutomaticCertificate' },
);

export const automaticCertificateQuerySchema: TObject = Type.Object({
  host: Type.Optional(Type.String({ description: 'Only this host.' })),
  state: Type.Optional(enumSchema(automaticStates, { description: 'Only hosts in this state.' })),
  ...pageQuery,
  sort: Type.Optional(
    enumSchema(
      hostCertificateSorts.flatMap((field) => [field, `-${field}`]),
      {
        default: 'host',
        description:
          'Field to sort by; `-` before it for descending order. What has no such time comes last, or first.',
      },
    ),
  ),
});

export function automaticCertificateToWire(certificate: HostCertificate): Record<string, unknown> {
  const { host, state, issuer, expiresAt, lastError, nextAttemptAt, directoryUrl, renewal } = certificate;
  return {
    host,
    state,
    issuer,
    expires_at: timeOf(expiresAt),
    last_error: lastError,
    next_attempt_at: timeOf(nextAttemptAt),
    authority: directoryUrl === null ? null : new URL(directoryUrl).host,
    renewal: renewal && renewalToWire(renewal),
  };
}

export function renewalToWire({
  dueAt,
  state,
  reason,
  causeCode,
  checkedAt,
}: Renewal): Record<string, unknown> {
  return {
    due_at: formatTimestamp(dueAt),
    state,
    reason,
    cause_code: causeCode,
    checked_at: timeOf(checkedAt),
  };
}

function timeOf(time: number | null): string | null {
  return time === null ? null : formatTimestamp(time);
}
