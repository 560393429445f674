/** Checks what names are added with that NAMEPLATE_ASK_URL agrees to. Source: docs/reference/ask.md ("Watching it"). */
import type { Config } from '../../config/config.ts';
import type { ControlDatabase } from '../../control/database.ts';
import type { Clock } from '../../core/clock.ts';
import { type Finding, finding } from './finding.ts';

const check = 'ask';

/** Nothing to say where there is no endpoint. */
export async function checkAsk(
  { queries }: ControlDatabase,
  _clock: Clock,
  { ask, edge }: Config,
): Promise<Finding[]> {
  if (!ask) return [];
  if (edge.publicHostname === undefined && edge.publicAddresses.length === 0)
    return [
      finding(
        'problem',
        check,
        'NAMEPLATE_ASK_URL is asked about nothing, as it is not known which names lead here: set NAMEPLATE_EDGE_HOSTNAME or NAMEPLATE_EDGE_ADDRESSES.',
      ),
    ];
  const { upstreamUuid } = ask;
  if (upstreamUuid === undefined) return [finding('ok', check, 'Answers name the upstream.')];
  const found = await queries
    .selectFrom('upstreams')
    .select('uuid')
    .where('uuid', '=', upstreamUuid)
    .executeTakeFirst();
  return found
    ? [finding('ok', check, `New names are added to the upstream ${upstreamUuid}.`)]
    : [
        finding(
          'problem',
          check,
          `NAMEPLATE_ASK_UPSTREAM is ${upstreamUuid}, and there is no such upstream.`,
        ),
      ];
}
