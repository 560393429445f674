/**
 * Carries out a plan in one transaction, as long as nothing that it saw has changed. Source: docs/reference/plans.md ("Applying").
 */
import { makeLive } from '../../api/routing-changes.ts';
import { errorField } from '../../core/error-field.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import type { RouteParts } from '../../kernel/feature.ts';
import type { ResourceRequest } from '../../kernel/resource-routes.ts';
import type { Applying, Kind, MadeSecret, Step, Writer } from './kind.ts';
import type { KindName } from './kind-names.ts';
import { kindsOf } from './kinds/kinds.ts';
import type { Seen } from './operation.ts';
import { operationsOf, type Plan, type PlanContent, Plans } from './plan-store.ts';

export type AppliedPlan = {
  readonly plan: Plan;
  /** Those that it made, which no other answer has. */
  readonly made: readonly MadeSecret[];
};

/** Errors: `secrets_invalid`, `changed_since`, `plan_applied`, and those of writing what the plan is about. */
export async function applyPlan(
  parts: RouteParts,
  plan: Plan,
  secrets: ReadonlyMap<string, string>,
  request: ResourceRequest,
): Promise<AppliedPlan> {
  const { accountUuid } = plan;
  const { store } = parts;
  const plans = new Plans(store);
  if (plan.appliedAt !== null) throw planApplied(plan);
  const content = await plans.contentOf(plan);
  refuseSecrets(content, secrets);
  const applying: Applying = { accountUuid, store, isLocking: false, parts, request, secrets, made: [] };
  const kinds = kindsOf(parts);
  await refuseChanged(kinds, applying, content.seen);
  const steps = await stepsOf(content);
  const writers: (readonly [Kind<unknown>, Writer])[] = [];
  for (const kind of kinds) {
    const step = steps.get(kind.name);
    if (step) writers.push([kind, await kind.prepare(applying, step)]);
  }
  const applied = await store.proofs
    .claiming(accountUuid, (claims) =>
      store.database.longTransaction(async (trx) => {
        const made: MadeSecret[] = [];
        const taken = await plans.take(trx, plan);
        if (!taken) throw planApplied(plan);
        const inside = { ...applying, store: store.within(trx, claims), isLocking: true, made };
        await refuseChanged(kinds, inside, content.seen);
        for (const [{ deletesFirst }, writer] of writers) {
          if (deletesFirst) await writer.delete(inside);
          await writer.write(inside);
        }
        // What others of the account use is theirs until they are gone; a host's claim and certificate stay with what came in its place.
        for (const [{ deletesFirst }, writer] of writers.toReversed())
          if (!deletesFirst) await writer.delete(inside);
        return { plan: taken, made };
      }),
    )
    .catch((error: unknown) => {
      throw isOvertaken(error) ? changedSince('what the plan creates was created') : error;
    });
  await makeLive(parts.changes, request);
  return applied;
}

async function stepsOf(content: PlanContent): Promise<ReadonlyMap<KindName, Step>> {
  type Lists = { -readonly [Name in keyof Step]: Step[Name][number][] };
  const steps = new Map<KindName, Lists>();
  const lists = { create: 'creates', change: 'changes', delete: 'deletes', keep: 'keeps' } as const;
  for (const action of ['create', 'change', 'delete', 'keep'] as const)
    for (const operation of await operationsOf(content, action)) {
      const step = steps.get(operation.kind) ?? { creates: [], changes: [], keeps: [], deletes: [] };
      steps.set(operation.kind, step);
      step[lists[action]].push(operation);
    }
  return steps;
}

/** Errors: `secrets_invalid`. */
function refuseSecrets({ secrets: known }: PlanContent, given: ReadonlyMap<string, string>): void {
  for (const name of given.keys())
    if (!Object.hasOwn(known, name))
      throw new ServiceError(
        'secrets_invalid',
        `secrets has ${quoteValue(name)}, which the plan doesn't name`,
      );
  const missing = Object.entries(known).filter(([name, required]) => required && !given.has(name));
  if (missing.length > 0)
    throw new ServiceError(
      'secrets_invalid',
      `secrets lacks ${missing.map(([name]) => quoteValue(name)).join(', ')}, which the plan needs`,
    );
}

/** Errors: `changed_since`. */
async function refuseChanged(kinds: readonly Kind<unknown>[], applying: Applying, seen: Seen): Promise<void> {
  for (const kind of kinds) {
    const { isWhole, states } = seen[kind.name] ?? {};
    if (!states) continue;
    const present = new Map<string, string>();
    for (const { key, state } of await kind.find(applying, isWhole ? 'all' : Object.keys(states)))
      present.set(key, state);
    for (const [key, state] of Object.entries(states))
      if ((present.get(key) ?? null) !== state)
        throw changedSince(`${quoteValue(key)} of ${kind.name} was changed`);
    if (!isWhole) continue;
    for (const key of present.keys())
      if (!Object.hasOwn(states, key)) throw changedSince(`${quoteValue(key)} of ${kind.name} was created`);
  }
}

/** Whether another writer was quicker, in between what both looked at. */
function isOvertaken(error: unknown): boolean {
  if (error instanceof ServiceError) return error.code === 'precondition_failed';
  return /^(?:23505|SQLITE_CONSTRAINT_UNIQUE)$/.test(errorField(error, 'code') ?? '');
}

function changedSince(what: string): ServiceError {
  return new ServiceError('changed_since', `${what} since the plan was made; make another one`);
}

function planApplied({ uuid }: Plan): ServiceError {
  return new ServiceError('plan_applied', `the plan ${quoteValue(uuid)} was applied already`);
}
