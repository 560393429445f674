/**
 * Keeps one edge's routing table at what its source has, the rules of hosts included.
 * Source: docs/reference/api.md ("Live before answered"), docs/reference/edge.md ("What workers read").
 */
import { errorMessage } from '../core/error-field.ts';
import { FairPool } from '../core/fair-pool.ts';
import type { RoutingPatch, RoutingSource, RulesSource } from '../core/route.ts';
import { RoutingTable } from './routing-table.ts';
import type { RulesMemory } from './rules/rules-memory.ts';

/** Of an account, in 64ths. */
const maxLoadsWaiting = 16;

export interface RouteStore extends RulesSource {
  /** Has `load` read all routes. Rejects when they can't be read. */
  readRoutes(load: (source: RoutingSource) => Promise<void>): Promise<void>;
}

export class ServedRoutes {
  readonly table: RoutingTable;
  readonly #store: RouteStore;
  readonly #onRulesFailing: (problem: string) => void;
  /** Whether the store may lack rules of the table. */
  #needsRules = false;
  /** Why rules can't be read; empty while they can. */
  #problem = '';
  /** By host, of rules that requests wait for: one at a time, as a long list takes memory and time. */
  readonly #loading = new Map<string, Promise<void>>();
  readonly #places = new FairPool(1, maxLoadsWaiting);

  /** `onRulesFailing`: rules can't be read and are served as they were, or can be again (`problem` is empty). */
  constructor(store: RouteStore, onRulesFailing: (problem: string) => void, memory?: RulesMemory) {
    this.table = new RoutingTable(memory);
    this.#store = store;
    this.#onRulesFailing = onRulesFailing;
  }

  /** Replaces all routes. */
  async load(): Promise<void> {
    await this.#store.readRoutes((source) => this.table.load(source, this.#store));
    this.#needsRules = true;
  }

  /** Rules that can't be read stay as they are for now. */
  async apply(patch: RoutingPatch): Promise<void> {
    // They are compiled before the change is confirmed.
    const rules = await this.table.readRules(patch, this.#store, (error) =>
      this.#failing(errorMessage(error)),
    );
    // A gap leaves the revision where it is; the application process sees that in the answer and orders a reload.
    this.table.apply(patch, rules);
    this.#needsRules ||= rules.size > 0;
  }

  /** Reads the rules of a host that are not in memory, if there is room. Rejects when they can't be read, or too many wait. */
  loadRules(host: string): Promise<void> {
    const begun = this.#loading.get(host);
    if (begun) return begun;
    const account = this.table.rulesOf(host)?.read?.accountUuid ?? '';
    const loading = this.#places
      .run(account, () => this.table.loadRules(host, this.#store))
      .finally(() => this.#loading.delete(host));
    this.#loading.set(host, loading);
    return loading;
  }

  /** Reads rules that the store did not have when they changed. */
  async refreshRules(): Promise<void> {
    if (!this.#needsRules) return;
    this.#needsRules = false;
    try {
      if (await this.table.refreshRules(this.#store)) return this.#failing('');
      this.#failing('the file does not have them');
    } catch (error) {
      this.#failing(errorMessage(error));
    }
    this.#needsRules = true;
  }

  #failing(problem: string): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#onRulesFailing(problem);
  }
}
