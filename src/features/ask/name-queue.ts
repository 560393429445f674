/**
 * Names that wait to be looked up, by the network that they are asked for from. Networks take turns, and where there is no place left,
 * the network with the most gives up its newest one, so that a flood from a few networks leaves places to all others.
 * Source: docs/reference/ask.md ("Limits").
 */
export class NameQueue {
  /** None is empty. The one whose turn was longest ago comes first. */
  readonly #lanes = new Map<string, string[]>();

  add(network: string, name: string): void {
    const lane = this.#lanes.get(network);
    if (lane) lane.push(name);
    else this.#lanes.set(network, [name]);
  }

  /** Takes the oldest name of the first network that `begin` has a place for, with that place. */
  take<Place>(
    begin: (network: string, doOthersWait: boolean) => Place | undefined,
  ): { readonly name: string; readonly place: Place } | undefined {
    for (const [network, lane] of this.#lanes) {
      const place = begin(network, this.#lanes.size > 1);
      const name = place === undefined ? undefined : lane.shift();
      if (place === undefined || name === undefined) continue;
      this.#lanes.delete(network);
      if (lane.length > 0) this.#lanes.set(network, lane);
      return { name, place };
    }
    return undefined;
  }

  /** Takes away the newest name of the network that has the most; undefined: none has more than `network` would have with another one. */
  giveUpFor(network: string): string | undefined {
    let most = network;
    for (const [each, { length }] of this.#lanes) if (length > this.#countOf(most)) most = each;
    return this.#countOf(most) > this.#countOf(network) + 1 ? this.#lanes.get(most)?.pop() : undefined;
  }

  #countOf(network: string): number {
    return this.#lanes.get(network)?.length ?? 0;
  }
}
