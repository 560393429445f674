/**
 * A document with an account's configuration, parsed: what its lists have is read entry by entry. Source: docs/reference/plans.md
 * ("The document").
 */

import { parseJsonBody } from '../../api/body/json-body.ts';
import { quoteValue } from '../../core/errors.ts';
import { isRecord } from '../../core/json-reader.ts';
import { type GivenRules, giveRules, type RulesNames } from './given-rules.ts';
import { type KindName, kindNames } from './kind-names.ts';
import { isNestedBeyond, maxDepth, tooDeep } from './nesting.ts';
import { parseYaml } from './parse-yaml.ts';
import { planInvalid } from './problems.ts';

type AnyObject = Readonly<Record<string, unknown>>;

export type DocumentType = 'json' | 'yaml';
export const maxDocumentBytes: number = 64 * 1024 * 1024;
/** How many entries there are of each; undefined: the document doesn't have it. */
export type DocumentCounts = Readonly<Partial<Record<KindName, number>>>;

/** Reads a document for those who must not, as it may be long. */
export interface DocumentReader {
  counts(): Promise<DocumentCounts>;
  /** Of rules, without the lists: see `rules`. */
  entries(kind: KindName, start: number, end: number): Promise<readonly unknown[]>;
  /** The list of an entry of `rules`, as its own route takes it. */
  rules(index: number, names: RulesNames): Promise<GivenRules>;
}

const maxNamed = 20;
const reference = /^(?:env|file):/;

export class PlanDocument implements DocumentReader {
  readonly #lists: ReadonlyMap<string, readonly unknown[]>;

  private constructor(lists: ReadonlyMap<string, readonly unknown[]>) {
    this.#lists = lists;
  }

  /** Errors: `plan_invalid`, `body_invalid` of JSON that is none. */
  static async read(bytes: Buffer, type: DocumentType): Promise<PlanDocument> {
    if (isNestedBeyond(bytes, type, maxDepth)) throw tooDeep();
    const document =
      type === 'json' ? Object.fromEntries(parseJsonBody(bytes).attributes) : await parseYaml(bytes);
    if (bytes.length === 0 || document === null) throw planInvalid(['the document is empty']);
    if (!isRecord(document)) throw planInvalid(['the document is not an object']);
    refuseWithin(document);
    const problems: string[] = [];
    const lists = new Map<string, readonly unknown[]>();
    for (const [name, value] of Object.entries(document)) {
      if (!kindNames.some((known) => known === name))
        problems.push(`${quoteValue(name)} is not a part of a document; allowed: ${kindNames.join(', ')}`);
      else if (name === 'brand') lists.set(name, [value]);
      else if (Array.isArray(value)) lists.set(name, value);
      else problems.push(`${name} is not a list; allowed: a list, [] for none`);
    }
    if (problems.length > 0) throw planInvalid(problems);
    return new PlanDocument(lists);
  }

  async counts(): Promise<DocumentCounts> {
    return Object.fromEntries([...this.#lists].map(([name, list]) => [name, list.length]));
  }

  async entries(kind: KindName, start: number, end: number): Promise<readonly unknown[]> {
    const entries = (this.#lists.get(kind) ?? []).slice(start, end);
    if (kind !== 'rules') return entries;
    return entries.map((entry) =>
      isRecord(entry) && 'rules' in entry ? Object.assign({}, entry, { rules: true }) : entry,
    );
  }

  async rules(index: number, names: RulesNames): Promise<GivenRules> {
    const entry = this.#lists.get('rules')?.[index];
    return giveRules(isRecord(entry) ? entry['rules'] : undefined, names, `rules[${index}].rules`);
  }
}

/** Refuses what only the command line replaces by a value, and what is nested too deeply. Errors: `plan_invalid`. */
function refuseWithin(document: AnyObject): void {
  const problems = referencesIn(document).map(
    (found) => `${found}, which only the command line reads; give the value, or {"secret": name} of a secret`,
  );
  if (problems.length > 0) throw planInvalid(problems);
}

/**
 * The first texts that the command line replaces by values of its machine, each with its place. Errors: `plan_invalid` of what is
 * nested too deeply.
 */
export function referencesIn(document: AnyObject): readonly string[] {
  const found: string[] = [];
  const walk = (value: unknown, place: string, depth: number): void => {
    if (found.length === maxNamed) return;
    if (typeof value === 'string' && reference.test(value)) found.push(`${place} is ${quoteValue(value)}`);
    if (typeof value !== 'object' || value === null) return;
    if (depth > maxDepth) throw tooDeep();
    if (Array.isArray(value))
      for (const [index, one] of value.entries()) walk(one, `${place}[${index}]`, depth + 1);
    else
      for (const [name, one] of Object.entries(value))
        walk(one, place === '' ? name : `${place}.${name}`, depth + 1);
  };
  walk(document, '', 0);
  return found;
}
