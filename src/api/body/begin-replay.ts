/** Replays a list of rules where it was read: in the API's own thread, or in that of long lists. Source: docs/reference/replay.md. */
import type { RulesReading } from '../../control/rules-reading.ts';
import { rulesIn } from '../../control/rules-text.ts';
import type { DateRange } from '../../core/date-range.ts';
import { RulesReplay } from '../../replay/replay.ts';

export type WantedReplay = {
  readonly host: string;
  readonly hasDomain: boolean;
  readonly range: DateRange;
  /** The host's rules as they are now, as they are stored; empty if it has none. */
  readonly present: Uint8Array;
};

/** Of rules that were read, and followed to other hosts. */
export function beginReplay(
  { rules, hosts: [own, ...others] }: RulesReading,
  { host, hasDomain, range, present }: WantedReplay,
  signal?: AbortSignal,
): Promise<RulesReplay> {
  return RulesReplay.begin(
    {
      range,
      rules,
      present: present.length === 0 ? [] : rulesIn(present),
      host: { host, redirect: own?.redirect, hasDomain },
      others,
    },
    signal,
  );
}
