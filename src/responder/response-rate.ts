/**
 * Limits how much a network gets over UDP, where an address may be forged: the answers would flood whoever has it.
 * Source: docs/reference/dns-responder.md ("What it doesn't do for attackers").
 */
import { clientNetworkOf } from '../core/client-network.ts';

/** `truncated`: a short answer that has an honest client ask over TCP. */
export type RateVerdict = 'answered' | 'truncated' | 'dropped';

const perSecond = 100;
/** Of a second; all others are over the limit. A flood of forged addresses must not fill the memory. */
const maxNetworks = 50_000;

export class ResponseRate {
  #second = 0;
  #counts = new Map<string, number>();

  /** Counts one answer to an address; `tick` is in milliseconds. */
  judge(address: string, tick: number): RateVerdict {
    const second = Math.floor(tick / 1_000);
    if (second !== this.#second) {
      this.#second = second;
      this.#counts = new Map();
    }
    const network = clientNetworkOf(address);
    const known = this.#counts.get(network);
    if (known === undefined && this.#counts.size >= maxNetworks) return 'dropped';
    const count = (known ?? 0) + 1;
    this.#counts.set(network, count);
    if (count <= perSecond) return 'answered';
    return count % 2 === 0 ? 'truncated' : 'dropped';
  }
}
