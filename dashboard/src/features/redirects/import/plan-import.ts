/** What an import would do with each line, by what the account has already. */
import { importedRedirectColumns } from '../../../../../src/resources/redirect.ts';
import type { Redirect, RedirectValues } from '../redirect-values.ts';
import { problemsOf, valuesOf } from '../redirect-values.ts';
import type { ReadLine } from './read-import.ts';

export type PlannedLine = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly host: string;
} & (
  | { readonly kind: 'create'; readonly values: RedirectValues }
  | {
      readonly kind: 'update';
      readonly uuid: string;
      readonly changes: Partial<RedirectValues>;
      readonly before: RedirectValues;
    }
  /** The account already has exactly this redirect. */
  | { readonly kind: 'same' }
  | { readonly kind: 'problem'; readonly problem: string }
);

/** `existing` holds the account's redirects by their hosts. */
export function planImport(
  lines: readonly ReadLine[],
  given: ReadonlySet<keyof RedirectValues>,
  existing: ReadonlyMap<string, Redirect>,
): readonly PlannedLine[] {
  return lines.map(({ line, cells, host, ...rest }): PlannedLine => {
    const base = { line, cells, host };
    if ('problem' in rest) return { ...base, kind: 'problem', problem: rest.problem };
    const current = existing.get(host);
    if (!current) return { ...base, kind: 'create', values: rest.values };
    const before = valuesOf(current);
    const changes = changesOf(before, rest.values, given);
    if (Object.keys(changes).length === 0) return { ...base, kind: 'same' };
    const problem = Object.values(problemsOf({ ...before, ...changes }))[0];
    return problem === undefined
      ? { ...base, kind: 'update', uuid: current.uuid, changes, before }
      : { ...base, kind: 'problem', problem };
  });
}

/** The attributes that differ; those without a column stay unchanged. */
function changesOf(
  before: RedirectValues,
  after: RedirectValues,
  given: ReadonlySet<keyof RedirectValues>,
): Partial<RedirectValues> {
  const changed = importedRedirectColumns.filter(
    (name) => name !== 'source_host' && given.has(name) && before[name] !== after[name],
  );
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}
