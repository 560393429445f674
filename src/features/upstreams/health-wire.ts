/** What a check of an upstream on demand found, on the wire. Source: docs/reference/domains.md ("Health now"). */
import { type TObject, Type } from '@sinclair/typebox';
import { timestampSchema } from '../../api/schemas/common.ts';
import { formatTimestamp } from '../../core/clock.ts';
import type { TargetHealth } from '../../core/upstream-health.ts';

const targetHealthSchema = Type.Object({
  host: Type.String(),
  port: Type.Integer(),
  healthy: Type.Boolean({ description: 'Whether it answered with a good status, in time.' }),
  status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Of its answer; null: there was none that could be read.',
  }),
  failure: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it is not healthy, such as `refused`, `tls` or `status_refused`; null: it is.',
    examples: ['refused'],
  }),
  detail: Type.String({
    description: 'More about the failure, in words; may be empty.',
    examples: ['connect ECONNREFUSED 192.0.2.1:443'],
  }),
  duration: Type.Number({ description: 'Until the answer or the failure, in seconds.' }),
});

export const upstreamHealthSchema: TObject = Type.Object(
  {
    checked_at: timestampSchema('When the checks began.'),
    targets: Type.Array(targetHealthSchema, { description: 'The upstream’s own place, then its `targets`.' }),
  },
  { $id: 'UpstreamHealth' },
);

export function upstreamHealthToWire(
  checkedAt: number,
  targets: readonly TargetHealth[],
): Record<string, unknown> {
  return {
    checked_at: formatTimestamp(checkedAt),
    targets: targets.map(({ host, port, status, failure, detail, durationMs }) => ({
      host,
      port,
      healthy: failure === null,
      status,
      failure,
      detail,
      duration: Math.round(durationMs) / 1_000,
    })),
  };
}
