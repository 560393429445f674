/** Plans as people read them. Source: docs/guides/plans.md. */

import { counted } from './counted.ts';
import { CliError } from './failures.ts';
import { note, printLine } from './output.ts';
import { ApiError } from './sending.ts';
import { oneLine } from './terminal-text.ts';

type Item = {
  readonly kind: string;
  readonly key: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
};
type Change = Item & {
  readonly attributes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
};
type Counts = Readonly<Record<'creates' | 'changes' | 'deletes' | 'unchanged', number>>;

export type WirePlan = {
  readonly uuid: string;
  readonly summary: Counts & {
    readonly replay: Readonly<
      Record<'hosts' | 'requests' | 'changed' | 'blocked' | 'circles' | 'unmatched', number>
    >;
  };
  readonly secrets: readonly { readonly name: string; readonly required: boolean }[];
  readonly creates: readonly Item[];
  readonly changes: readonly Change[];
  readonly deletes: readonly Item[];
};

const maxShown = 120;

/** Whether applying it would do something. */
export function changesAnything({ summary }: WirePlan): boolean {
  return summary.creates + summary.changes + summary.deletes > 0;
}

export async function printPlan(plan: WirePlan): Promise<void> {
  for (const { kind, key } of plan.creates) await printLine(`+ ${kind} ${key}`);
  for (const { kind, key, attributes } of plan.changes) {
    await printLine(`~ ${kind} ${key}`);
    for (const [name, { before, after }] of Object.entries(attributes))
      await printLine(`    ${name}: ${shown(before)} -> ${shown(after)}`);
  }
  for (const { kind, key } of plan.deletes) await printLine(`- ${kind} ${key}`);
  const { creates, changes, deletes, unchanged, replay } = plan.summary;
  if (replay.hosts > 0)
    note(
      `Replay of ${counted(replay.requests, 'request')} of the last seven days: ${replay.changed} answered otherwise, ${replay.blocked} blocked, ${replay.circles} in circles, ${replay.unmatched} unmatched.`,
    );
  note(
    changesAnything(plan)
      ? `Plan ${plan.uuid}: ${creates} to create, ${changes} to change, ${deletes} to delete, ${unchanged} unchanged.`
      : 'Nothing to do.',
  );
}

/** A refusal names its problems a line each. */
export async function namingProblems<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || !error.message.includes('\n')) throw error;
    const [first = '', ...problems] = error.message.split('\n');
    for (const problem of problems) note(problem);
    throw new CliError(first.replace(/:$/, ''));
  }
}

function shown(value: unknown): string {
  const text = oneLine(JSON.stringify(value) ?? 'null');
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`;
}
