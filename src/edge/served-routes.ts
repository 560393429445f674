/**
 * Keeps one edge's routing table at what its source has, the rules of hosts included.
 * Source: docs/reference/api.md ("Live before answered"), docs/reference/edge.md ("What workers read").
 */
import { errorMessage } from '../core/error-field.ts';
import type { RoutingPatch, RoutingSource, RulesSource } from '../core/route.ts';
import { RoutingTable } from './routing-table.ts';

export interface RouteStore extends RulesSource {
  /** Has `load` read all routes. Rejects when they can't be read. */
  readRoutes(load: (source: RoutingSource) => Promise<void>): Promise<void>;
}

export class ServedRoutes {
  readonly table: RoutingTable = new RoutingTable();
  readonly #store: RouteStore;
  readonly #onRulesFailing: (problem: string) => void;
  /** Whether the store may lack rules of the table. */
  #needsRules = false;
  /** Why rules can't be read; empty while they can. */
  #problem = '';

  /** `onRulesFailing`: rules can't be read and are served as they were, or can be again (`problem` is empty). */
  constructor(store: RouteStore, onRulesFailing: (problem: string) => void) {
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
