/** Replays rules on what a store has recorded, as the API does. */
import type { BlockStore } from '../../src/analytics/engine/report-store.ts';
import type { RecordedGroup } from '../../src/replay/recorded-request.ts';
import { type Replay, type ReplayAnswer, RulesReplay } from '../../src/replay/replay.ts';

export type WantedReplay = Replay & {
  /** What the host's requests are recorded under. */
  readonly owners: readonly string[];
  readonly signal: AbortSignal;
};

export async function replayIn(
  store: BlockStore,
  { owners, signal, ...wanted }: WantedReplay,
): Promise<ReplayAnswer> {
  const replay = await RulesReplay.begin(wanted, signal);
  const take = (groups: readonly RecordedGroup[]): Promise<void> => replay.add(groups);
  for (const domain of owners) await store.readBlocks(replay.statement, { domain }, take, signal);
  return replay.answer();
}
