/** What a machine makes of its questions to the endpoint. Source: docs/reference/finding-kinds.md ("ask_failing"). */
import type { Seen } from '../attention/installation-checks.ts';
import type { AskedLately } from './unknown-names.ts';

const tooManyUndecided = 20;
const tooManyWaiting = 500;

/** Without a decision there is no evidence that all is well. */
export function asksSeen({ decided, undecided, mostWaiting }: AskedLately, machine: string): Seen {
  if (undecided >= tooManyUndecided)
    return { state: 'bad', causeCode: 'asks_undecided', evidence: { machine, undecided } };
  if (mostWaiting > tooManyWaiting)
    return { state: 'bad', causeCode: 'names_waiting', evidence: { machine, waiting: mostWaiting } };
  return { state: decided > 0 ? 'good' : 'none' };
}
