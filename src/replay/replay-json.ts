/** A replay's answer as the API sends it: with an entry for each rule, it may have some megabytes. Source: docs/reference/replay.md. */
import type { ReplayAnswer } from './replay.ts';

export function replayJson({ byRule, samples, notReplayable, ...counts }: ReplayAnswer): Uint8Array {
  const { requests, changed, blocked, circles, unmatched, uncertain } = counts;
  const answer = {
    requests,
    changed,
    blocked,
    circles,
    unmatched,
    uncertain,
    rules: Array.from(byRule, (ofRule, rule) => ({ rule, requests: ofRule })),
    samples,
    not_replayable: notReplayable,
  };
  return Buffer.from(JSON.stringify(answer));
}
