/** Replays rules that were read on what is recorded of their host. Source: docs/reference/replay.md. */
import { isTooExpensive } from '../../analytics/engine/failures.ts';
import type { BlockStore } from '../../analytics/engine/report-store.ts';
import type { AccountAnalytics } from '../../api/analytics-domain.ts';
import type { WantedReplay } from '../../api/body/begin-replay.ts';
import type { RulesReplayer } from '../../api/body/rules-reader.ts';
import { FairPool } from '../../core/fair-pool.ts';
import type { RecordedGroup } from '../../replay/recorded-request.ts';
import { replayTooExpensive } from '../../replay/replay.ts';
import type { HostRulesStore } from './host-rules-store.ts';

/** Each keeps a list of rules in memory and a core busy. */
const maxRunning = 2;

/** To be taken before a list is read, which takes a place as well. */
export const replaying: FairPool = new FairPool(maxRunning);

type Parts = { readonly hostRules: HostRulesStore; readonly analytics: AccountAnalytics<BlockStore> };

/** `owners`: what the host's requests are recorded under. Answers JSON. Errors: `query_too_expensive`. */
export async function replayRead(
  { hostRules, analytics }: Parts,
  accountUuid: string,
  reader: RulesReplayer,
  owners: readonly string[],
  wanted: WantedReplay,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const recorded = analytics.forAccount(accountUuid);
  await hostRules.followLinks(accountUuid, wanted.host, (hosts) => reader.follow(hosts));
  return await reader.replay(
    wanted,
    async (statement, take) => {
      for (const domain of owners)
        await withinLimits(() => recorded.readBlocks<RecordedGroup>(statement, { domain }, take, signal));
    },
    signal,
  );
}

async function withinLimits(read: () => Promise<void>): Promise<void> {
  try {
    await read();
  } catch (error) {
    throw isTooExpensive(error) ? replayTooExpensive() : error;
  }
}
