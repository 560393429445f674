/**
 * Compiles a host's rules into a form that finds those that hold for a request, in their order, and tells what that costs.
 * Source: docs/reference/rules.md ("Order", "What a list may cost").
 */
import { answers, type CompiledRule, protects } from './compiled-rule.ts';
import { parseQuery } from './conditions/query.ts';
import { conditionsHold } from './conditions.ts';
import { normalPath, readingsOf } from './normal-path.ts';
import { comparedLength, pathMatches } from './path-pattern.ts';
import { keyOf, PathTree } from './path-tree.ts';
import type { Rule } from './rule.ts';
import { MadeRuleList, type RuleList } from './rule-list.ts';
import type { RuleRequest } from './rule-request.ts';
import { SharedConditions } from './shared-conditions.ts';
import { readingByteSteps, readingsSteps, Steps } from './steps.ts';

export class CompiledRules {
  readonly rules: RuleList;
  /** Of all active rules that are of interest. */
  readonly tree: PathTree;
  /** Of those among them with a path that keep requests away. */
  readonly protecting: PathTree;
  /** By rule, in steps. */
  readonly costs: Float64Array;
  readonly #conditions: SharedConditions;
  readonly #lastProtecting: number;
  /** The node of rules without a path; 0 if there is none. */
  readonly #anyPath: number;

  private constructor(
    rules: RuleList,
    trees: Pick<CompiledRules, 'tree' | 'protecting'>,
    costs: Float64Array,
    conditions: SharedConditions,
    lastProtecting: number,
  ) {
    this.rules = rules;
    this.tree = trees.tree;
    this.protecting = trees.protecting;
    this.costs = costs;
    this.#conditions = conditions;
    this.#lastProtecting = lastProtecting;
    this.#anyPath = this.tree.anyPathNode;
  }

  /** Takes rules that were checked, and leaves out those that aren't active, or not of interest. */
  static of(
    rules: Iterable<Rule | CompiledRule>,
    isOfInterest?: (rule: CompiledRule) => boolean,
  ): CompiledRules {
    const compiling = CompiledRules.compile(new MadeRuleList(rules), isOfInterest);
    for (;;) {
      const { done, value } = compiling.next();
      if (done === true) return value;
    }
  }

  /** The same with pauses, so that requests can be answered meanwhile. */
  static *compile(
    rules: RuleList,
    isOfInterest: (rule: CompiledRule) => boolean = () => true,
  ): Generator<void, CompiledRules> {
    const costs = new Float64Array(rules.length);
    const conditions = new SharedConditions(rules.length);
    const places = new Map<string, number>();
    const keys: string[] = [];
    const active: number[] = [];
    const protecting: number[] = [];
    let lastProtecting = -1;
    for (const rule of rules) {
      const { index } = rule;
      if (index % rulesPerTurn === rulesPerTurn - 1) yield;
      costs[index] = rule.cost;
      keys.push('');
      if (!rule.rule.active || !isOfInterest(rule)) continue;
      conditions.add(rule, places);
      keys[index] = keyOf(rule.pattern, rule.parameter);
      active.push(index);
      if (!protects(rule.rule.then)) continue;
      lastProtecting = index;
      if (rule.pattern !== undefined) protecting.push(index);
    }
    const tree = yield* PathTree.build(active, keys);
    const trees = { tree, protecting: yield* PathTree.build(protecting, keys) };
    return new CompiledRules(rules, trees, costs, conditions, lastProtecting);
  }

  /** What it takes of memory, about, when its rules are being used. */
  get sizeBytes(): number {
    const { rules, tree, protecting, costs } = this;
    const arrays = rules.sizeBytes + tree.sizeBytes + protecting.sizeBytes + costs.byteLength;
    return arrays + this.#conditions.sizeBytes + listBytes;
  }

  /** Whether all conditions of a rule besides its path hold, for a request that was led to it by the parameter of its key. */
  holds(index: number, request: RuleRequest): boolean {
    const conditions = this.#conditions.of(index);
    return conditions === undefined || conditionsHold(conditions, request);
  }

  /** Begins to look for the rules that hold for a request, from `from` on. What that costs is added to `steps`. */
  walk(request: RuleRequest, steps: Steps = new Steps(), from: number = 0): RuleWalk {
    const normal = normalPath(request.path);
    steps.used += (request.path.length + request.query.length) * readingByteSteps;
    const readings = this.hasReadings ? readingsOf(normal) : [normal];
    const walk = new RuleWalk(this, request, readings, steps);
    walk.add(this.tree, this.#nodesOf(this.tree, normal, request, steps), from);
    if (this.#anyPath !== 0)
      walk.add(this.tree, this.#withParameters(this.tree, [this.#anyPath], request, steps), from);
    for (const reading of readings) {
      if (reading === normal) continue;
      steps.used += reading.length * readingByteSteps;
      walk.add(this.protecting, this.#nodesOf(this.protecting, reading, request, steps), from);
    }
    return walk;
  }

  /** The first rule from `from` on that holds for the request. */
  match(request: RuleRequest, from: number = 0, steps?: Steps): CompiledRule | undefined {
    return this.walk(request, steps, from).next();
  }

  /** Whether it matters in which ways servers may read a path. */
  get hasReadings(): boolean {
    return this.#lastProtecting >= 0;
  }

  /** Whether the rule would let a request past a later one that keeps requests away. */
  letsPast({ index, pattern, rule: { then } }: CompiledRule): boolean {
    return pattern !== undefined && index < this.#lastProtecting && answers(then) && !protects(then);
  }

  #nodesOf(tree: PathTree, path: string, request: RuleRequest, steps: Steps): number[] {
    const found: number[] = [];
    tree.find(path, comparedLength(path), steps, found);
    return this.#withParameters(tree, found, request, steps);
  }

  #withParameters(tree: PathTree, nodes: number[], { query }: RuleRequest, steps: Steps): number[] {
    if (query === '') return nodes;
    const { length } = nodes;
    for (let place = 0; place < length; place++) {
      const node = nodes[place] ?? 0;
      if (tree.childCount(node) === 0) continue;
      for (const parameter of parseQuery(query).parameters) {
        if (steps.isSpent) return nodes;
        tree.findParameter(node, parameter, steps, nodes);
      }
    }
    return nodes;
  }
}

/** Three milliseconds of work. */
const rulesPerTurn = 1_000;
/** What a list takes however short it is. */
export const listBytes = 2_000;

/** A node with candidates left: from `place` to `end` of the items. */
type Cursor = {
  readonly items: Int32Array;
  place: number;
  readonly end: number;
  /** Whether all readings of the path are paths of its rules; undefined: not looked at yet. */
  isForAll: boolean | undefined;
};

/** A request's way through a list: candidates of several nodes, in the order of the list. */
export class RuleWalk {
  readonly #compiled: CompiledRules;
  readonly #request: RuleRequest;
  /** Of the request's path, its normal form first. */
  readonly #readings: readonly string[];
  readonly #steps: Steps;
  /** By the place in the list of what comes next, the first one in front. */
  readonly #heap: Cursor[] = [];
  /** The place of the candidate before. */
  #last = -1;

  constructor(compiled: CompiledRules, request: RuleRequest, readings: readonly string[], steps: Steps) {
    this.#compiled = compiled;
    this.#request = request;
    this.#readings = readings;
    this.#steps = steps;
  }

  /** Adds the rules of nodes of a tree, from `from` on. */
  add(tree: PathTree, nodes: readonly number[], from: number): void {
    for (const node of nodes) {
      const start = tree.itemStart(node);
      const end = start + tree.itemCount(node);
      const place = firstFrom(tree.items, start, end, from);
      if (place === end) continue;
      this.#heap.push({ items: tree.items, place, end, isForAll: undefined });
      this.#rise();
    }
  }

  /** The next rule that holds; undefined after the last, or when the steps are spent. */
  next(): CompiledRule | undefined {
    const { rules, costs } = this.#compiled;
    const heap = this.#heap;
    for (let cursor = heap[0]; cursor !== undefined && !this.isSpent; cursor = heap[0]) {
      const index = nextOf(cursor);
      this.#steps.used += (costs[index] ?? 0) + mergeSteps(heap.length);
      cursor.place++;
      if (cursor.place === cursor.end) {
        const last = heap.pop();
        if (last !== undefined && last !== cursor) heap[0] = last;
      }
      this.#sink();
      // Several readings may lead to the same rule.
      const holds = index !== this.#last && this.#compiled.holds(index, this.#request);
      this.#last = index;
      const rule = holds ? rules.at(index) : undefined;
      if (rule && this.#acts(rule, cursor) && !this.#leadsToItself(rule)) return rule;
    }
    return undefined;
  }

  /** A rule that would let a request past one that protects does so only if servers can't read its path in another way. */
  #acts(rule: CompiledRule, cursor: Cursor): boolean {
    if (this.#readings.length === 1 || !this.#compiled.letsPast(rule)) return true;
    if (cursor.isForAll === undefined) {
      this.#steps.used += readingsSteps;
      cursor.isForAll = this.#readings.every((path) => rule.pattern && pathMatches(rule.pattern, path));
    }
    return cursor.isForAll;
  }

  /** A redirect to the very URL that was asked for is no match. */
  #leadsToItself(rule: CompiledRule): boolean {
    if (!rule.leadsToItself(this.#request)) return false;
    const { path, query } = this.#request;
    this.#steps.used += rule.ownUrlSteps(path.length + query.length);
    return true;
  }

  /** Whether the search ended because it took too long. */
  get isSpent(): boolean {
    return this.#steps.isSpent;
  }

  #rise(): void {
    const heap = this.#heap;
    for (let at = heap.length - 1; at > 0; ) {
      const parent = (at - 1) >>> 1;
      if (!this.#swapIfEarlier(at, parent)) return;
      at = parent;
    }
  }

  #sink(): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const isRightEarlier = nextOf(this.#heap[left + 1]) < nextOf(this.#heap[left]);
      const child = isRightEarlier ? left + 1 : left;
      if (!this.#swapIfEarlier(child, at)) return;
      at = child;
    }
  }

  #swapIfEarlier(child: number, parent: number): boolean {
    const [below, above] = [this.#heap[child], this.#heap[parent]];
    if (below === undefined || above === undefined || nextOf(below) > nextOf(above)) return false;
    this.#heap[parent] = below;
    this.#heap[child] = above;
    return true;
  }
}

/** The place in the list of a node's next candidate. */
function nextOf(cursor: Cursor | undefined): number {
  return cursor?.items[cursor.place] ?? Number.POSITIVE_INFINITY;
}

/** What it takes to find the next of so many candidates. */
export function mergeSteps(candidates: number): number {
  return 32 - Math.clz32(candidates);
}

/** The first place of a part of sorted items whose item is at least `from`; `end` if there is none. */
function firstFrom(items: Int32Array, start: number, end: number, from: number): number {
  if (from === 0) return start;
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
