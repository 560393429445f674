/** What the worst request costs with a list, whatever it asks for. Source: docs/reference/rules.md ("What a list may cost"). */
import { type CompiledRules, mergeSteps } from './compile-rules.ts';
import type { CompiledRule } from './compiled-rule.ts';
import { maxReadings } from './normal-path.ts';
import { mark, type PathTree } from './path-tree.ts';
import type { RuleWarning } from './rule-warnings.ts';
import { maxCost, maxTargetLength, nodeSteps, placeholderSteps, readingsSteps } from './steps.ts';

export type ListCost = {
  /** In steps, beside `baseSteps`; an upper bound. */
  readonly worst: number;
  /** The place of the rule at which the worst request has cost more than `maxCost`; undefined if it costs no more. */
  readonly overAt: number | undefined;
};

/** Linear in the size of the list, but for the order of what its redirects within the host begin with. */
export function costOf(compiled: CompiledRules, host: string): ListCost {
  const { tree, protecting, hasReadings } = compiled;
  const { costs, chain } = withOwnUrls(compiled, host);
  const all = new WorstWay(tree, costs, hasReadings ? readingsSteps : 0);
  // All readings of a path but one are looked for among these only.
  const kept = new WorstWay(protecting, costs, 0);
  const worst = chain + all.steps + (hasReadings ? (maxReadings - 1) * kept.steps : 0);
  if (worst <= maxCost) return { worst, overAt: undefined };
  const weighed = [...all.items(1), ...kept.items(maxReadings - 1)].toSorted(
    (one, other) => one.place - other.place,
  );
  let sum = worst - sumOf(weighed, ({ steps }) => steps);
  const over = weighed.find(({ steps }) => {
    sum += steps;
    return sum > maxCost;
  });
  return { worst, overAt: (over ?? weighed.at(-1))?.place };
}

/** Why a list costs too much, in a sentence; undefined if it doesn't. */
export function reasonAgainst(compiled: CompiledRules, host: string): string | undefined {
  const { overAt } = costOf(compiled, host);
  if (overAt === undefined) return undefined;
  return (
    `rules[${overAt}] makes the list too expensive: a single request could have to try it and too many rules before it; ` +
    'allowed: any number of rules that differ in their paths, or in the value of a parameter'
  );
}

/** What is said of a list that was stored before there was a bound and costs more, at the rule where it does. */
export function findCostWarnings(compiled: CompiledRules, host: string): RuleWarning[] {
  const { overAt } = costOf(compiled, host);
  if (overAt === undefined) return [];
  const warning =
    'makes the list too expensive: a request that has to try it and too many rules before it may be answered with 503, ' +
    'and a new list that costs as much is refused';
  return [{ rule: overAt, warning }];
}

/** Destinations that begin alike are that many at most where they count for themselves, and with their rules otherwise. */
const maxAlike = 8;

/**
 * What rules cost with the search for redirects to their own URL, which let the next rules look. A redirect with placeholders does
 * so only if its destination's beginning is one of the path asked for: `/de/:splat` and `/fr/:splat` never do together. `chain` is
 * what those cost most that may do so together, beside `costs`.
 */
function withOwnUrls(
  { rules, costs }: CompiledRules,
  host: string,
): { readonly costs: Float64Array; readonly chain: number } {
  const raised = Float64Array.from(costs);
  const alike = new Map<string, CompiledRule[]>();
  for (const rule of rules) {
    if (!rule.rule.active || !rule.redirectsWithin(host)) continue;
    const [beginning = ''] = rule.target?.path ?? [];
    const group = alike.get(beginning);
    if (group) group.push(rule);
    else alike.set(beginning, [rule]);
  }
  const counted = new Map<string, number>();
  for (const [beginning, group] of alike) {
    if (group.length <= maxAlike) counted.set(beginning, sumOf(group, ownUrlSteps));
    else for (const rule of group) raised[rule.index] = (raised[rule.index] ?? 0) + ownUrlSteps(rule);
  }
  return { costs: raised, chain: heaviestChain(counted) };
}

function ownUrlSteps(rule: CompiledRule): number {
  return rule.ownUrlSteps(maxTargetLength);
}

/** The greatest sum of texts that are all beginnings of one text. */
function heaviestChain(weights: ReadonlyMap<string, number>): number {
  const open: { readonly text: string; readonly sum: number }[] = [];
  let heaviest = 0;
  for (const text of Array.from(weights.keys()).toSorted()) {
    while (open.length > 0 && !text.startsWith(open.at(-1)?.text ?? '')) open.pop();
    const sum = (open.at(-1)?.sum ?? 0) + (weights.get(text) ?? 0);
    open.push({ text, sum });
    heaviest = Math.max(heaviest, sum);
  }
  return heaviest;
}

/** What a node is: of a path, the end of one with its rules, or of a parameter that rules at an end want. */
const kind = { path: 0, end: 1, parameter: 2 } as const;

const nobody: readonly number[] = [];

/** The way through a tree that costs most. */
class WorstWay {
  readonly steps: number;
  readonly #tree: PathTree;
  readonly #stepsOf: (place: number) => number;
  readonly #kinds: Uint8Array;
  /** Of parameters: their length so far. */
  readonly #lengths: Int32Array;
  /** Of the way from a node on. */
  readonly #onwards: Float64Array;

  /** `endSteps`: what an end takes besides its rules. */
  constructor(tree: PathTree, costs: Float64Array, endSteps: number) {
    this.#tree = tree;
    this.#kinds = new Uint8Array(tree.size);
    this.#lengths = new Int32Array(tree.size);
    this.#readKinds();
    const candidates = this.#worstOf(
      (node) => Math.sign(tree.itemCount(node)),
      () => 0,
    );
    const itemSteps = mergeSteps(this.#whole(candidates));
    this.#stepsOf = (place) => (costs[place] ?? 0) + itemSteps;
    this.#onwards = this.#worstOf(
      (node) => sumOf(tree.itemsAt(node), this.#stepsOf),
      (node) => {
        if (this.#kinds[node] === kind.end)
          return endSteps + (tree.childCount(node) > 0 ? parameterSteps : 0);
        const isPlaceholder = node > 0 && tree.markOf(node) === mark.placeholder;
        return nodeSteps + tree.labelLength(node) + (isPlaceholder ? placeholderSteps : 0);
      },
    );
    this.steps = this.#whole(this.#onwards);
  }

  /** Its rules and those without a path, with what they cost that many times. */
  items(times: number): { readonly place: number; readonly steps: number }[] {
    const nodes = [0];
    if (this.#tree.anyPathNode !== 0) nodes.push(this.#tree.anyPathNode);
    for (const node of nodes)
      nodes.push(
        ...(this.#kinds[node] === kind.path ? this.#next(node, this.#onwards) : this.#childrenOf(node)),
      );
    return nodes.flatMap((node) =>
      Array.from(this.#tree.itemsAt(node), (place) => ({ place, steps: times * this.#stepsOf(place) })),
    );
  }

  #readKinds(): void {
    for (let node = 0; node < this.#tree.size; node++) {
      const isPath = this.#kinds[node] === kind.path;
      for (const child of this.#childrenOf(node)) {
        if (isPath) this.#kinds[child] = isEndMark(this.#tree.markOf(child)) ? kind.end : kind.path;
        else {
          this.#kinds[child] = kind.parameter;
          this.#lengths[child] = (this.#lengths[node] ?? 0) + this.#tree.labelLength(child);
        }
      }
    }
  }

  /** The greatest sum from each node on, of what its items weigh and what it weighs itself. */
  #worstOf(itemsOf: (node: number) => number, nodeOf: (node: number) => number): Float64Array {
    const { size } = this.#tree;
    const onwards = new Float64Array(size);
    /** Of a node and all below it, and the most for each byte of a query that asks for it. */
    const all = new Float64Array(size);
    const densest = new Float64Array(size);
    // Children come after their parents.
    for (let node = size - 1; node >= 0; node--) {
      const children = this.#childrenOf(node);
      const items = itemsOf(node);
      let below = 0;
      let density = 0;
      for (const child of children) {
        below += all[child] ?? 0;
        density = Math.max(density, densest[child] ?? 0);
      }
      all[node] = items + below;
      if (this.#kinds[node] === kind.parameter)
        densest[node] = Math.max(density, items / ((this.#lengths[node] ?? 0) + 1));
      const rest =
        this.#kinds[node] === kind.path
          ? sumOf(this.#next(node, onwards), (child) => onwards[child] ?? 0)
          : Math.min(below, density * maxTargetLength);
      onwards[node] = items + nodeOf(node) + rest;
    }
    return onwards;
  }

  /** The children that one request can reach together and that cost most: a path ends, or goes on by text and by a placeholder. */
  #next(node: number, onwards: Float64Array): readonly number[] {
    if (this.#tree.childCount(node) === 0) return nobody;
    const tree = this.#tree;
    const children = this.#childrenOf(node);
    // Rules without a path, below the root, belong to no way.
    if (children.length === 1 && node !== 0) return children;
    const marked = (wanted: number): number[] => children.filter((child) => tree.markOf(child) === wanted);
    const texts = children.filter((child) => tree.markOf(child) === undefined);
    const heaviest = texts.reduce(
      (best, child) => ((onwards[child] ?? 0) > (onwards[best] ?? 0) ? child : best),
      texts[0] ?? 0,
    );
    const further = [...(texts.length > 0 ? [heaviest] : []), ...marked(mark.placeholder)];
    const ended = marked(mark.none);
    const weightOf = (nodes: readonly number[]): number => sumOf(nodes, (child) => onwards[child] ?? 0);
    const rest = weightOf(ended) > weightOf(further) ? ended : further;
    return [...marked(mark.segments), ...marked(mark.anything), ...rest];
  }

  /** From the root, with rules without a path. */
  #whole(onwards: Float64Array): number {
    const { anyPathNode } = this.#tree;
    return (onwards[0] ?? 0) + (anyPathNode === 0 ? 0 : (onwards[anyPathNode] ?? 0));
  }

  #childrenOf(node: number): readonly number[] {
    if (this.#tree.childCount(node) === 0) return nobody;
    const first = this.#tree.firstChild(node);
    return Array.from({ length: this.#tree.childCount(node) }, (_, index) => first + index);
  }
}

/** What the parameters of a query are compared at an end where rules want some: each byte once, and a node for each. */
const parameterSteps = maxTargetLength * (1 + nodeSteps / 2);

function isEndMark(found: number | undefined): boolean {
  return found !== undefined && found !== mark.placeholder;
}

function sumOf<Item>(items: Iterable<Item>, weigh: (item: Item) => number): number {
  let sum = 0;
  for (const item of items) sum += weigh(item);
  return sum;
}
