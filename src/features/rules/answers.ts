/**
 * The answers to GET of a host's rules, which may have 30 MB: the text is sent as it is stored, and those who ask for the same list at
 * the same time share one. Only a list with passwords is read, to leave out their hashes.
 * Source: docs/reference/rules.md ("Reading and replacing"), docs/reference/limits.md ("Shares").
 */
import { showStored } from '../../api/body/rules-reader.ts';
import type { ShownRules } from '../../control/rules-reading.ts';
import { mayHavePasswords } from '../../control/rules-text.ts';
import type { RuleWarning } from '../../rules/rule-warnings.ts';
import { entityTagOf, type HostRules, type HostRulesStore } from './host-rules-store.ts';

export type RulesAnswer = { readonly entityTag: string; readonly body: Buffer };

type Shared = { readonly answer: Promise<RulesAnswer>; users: number };

/** Beyond it, the list that was judged longest ago is judged again. */
const maxJudged = 10_000;

export class RulesAnswers {
  readonly #hostRules: Pick<HostRulesStore, 'find'>;
  /** By account, host and entity tag, while they are being sent. */
  readonly #shared = new Map<string, Shared>();
  /** What was found in a state of a list, by its entity tag. */
  readonly #warnings = new Map<string, readonly RuleWarning[]>();

  constructor(hostRules: Pick<HostRulesStore, 'find'>) {
    this.#hostRules = hostRules;
  }

  /** A list that was just stored is within the bound. */
  noteAffordable(entityTag: string): void {
    this.#noteWarnings(entityTag, []);
  }

  /** `wanted`: the entity tag of the rules a moment ago. Call `release` when the answer is sent. */
  async hold(
    accountUuid: string,
    host: string,
    wanted: string,
  ): Promise<RulesAnswer & { readonly release: () => void }> {
    const key = `${accountUuid} ${host} ${wanted}`;
    const shared = this.#shared.get(key) ?? { answer: this.#make(accountUuid, host), users: 0 };
    this.#shared.set(key, shared);
    shared.users += 1;
    const release = (): void => {
      shared.users -= 1;
      if (shared.users === 0) this.#shared.delete(key);
    };
    try {
      return { ...(await shared.answer), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #make(accountUuid: string, host: string): Promise<RulesAnswer> {
    const stored = await this.#hostRules.find(accountUuid, host);
    const entityTag = entityTagOf(stored);
    if (!stored) return { entityTag, body: answerOf(Buffer.from('[]')) };
    const { json, warnings } = await this.#show(stored, entityTag);
    return { entityTag, body: answerOf(json, warnings.length > 0 ? warnings : undefined) };
  }

  /** Reads the list only if it has passwords, or nothing is known of it. */
  async #show({ json, accountUuid, host }: HostRules, entityTag: string): Promise<ShownRules> {
    const known = this.#warnings.get(entityTag);
    if (known && !mayHavePasswords(json)) return { json, warnings: known };
    const shown = await showStored(accountUuid, json, host);
    this.#noteWarnings(entityTag, shown.warnings);
    return shown;
  }

  #noteWarnings(entityTag: string, warnings: readonly RuleWarning[]): void {
    this.#warnings.set(entityTag, warnings);
    const [oldest] = this.#warnings.keys();
    if (this.#warnings.size > maxJudged && oldest !== undefined) this.#warnings.delete(oldest);
  }
}

/** The rules are JSON already, as long as it may be. */
export function answerOf(rules: Uint8Array, warnings?: readonly RuleWarning[]): Buffer {
  const end = warnings ? `,"warnings":${JSON.stringify(warnings)}}` : '}';
  return Buffer.concat([Buffer.from('{"rules":'), rules, Buffer.from(end)]);
}
