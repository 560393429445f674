/** Which facts about a request decide what lists of rules do with it, besides its path. */
import { parseInstant } from '../core/instant.ts';
import {
  type ConditionName,
  conditionNames,
  conditions,
  type RuleConditions,
} from '../rules/conditions/conditions.ts';
import { type Rule } from '../rules/rule.ts';

export type RuleFacts = {
  readonly methods: boolean;
  readonly countries: boolean;
  readonly devices: boolean;
  readonly systems: boolean;
  readonly browsers: boolean;
  readonly bots: boolean;
  readonly verified: boolean;
  /** When rules begin and end to hold, in order, each once. */
  readonly boundariesMs: readonly number[];
};

export function factsOf(lists: readonly (readonly Rule[])[]): RuleFacts {
  const asked = new Set<string>();
  const boundaries = new Set<number>();
  for (const { active, if: wanted } of lists.flat()) {
    if (!active || wanted === undefined) continue;
    for (const name of conditionNames) if (wanted[name] !== undefined) asked.add(name);
    for (const text of [wanted.starts_at, wanted.ends_at]) {
      const atMs = text === undefined ? undefined : parseInstant(text);
      if (atMs !== undefined) boundaries.add(atMs);
    }
  }
  return {
    methods: asked.has('methods'),
    countries: asked.has('countries'),
    devices: asked.has('devices'),
    systems: asked.has('systems'),
    browsers: asked.has('browsers'),
    bots: asked.has('bots'),
    verified: asked.has('verified'),
    boundariesMs: [...boundaries].toSorted((one, other) => one - other),
  };
}

/** What rules ask for that records don't have. Source: docs/reference/replay.md ("What isn't recorded"). */
export function unrecordedOf(wanted: RuleConditions = {}): ConditionName[] {
  return conditionNames.filter((name) => wanted[name] !== undefined && isUnrecorded(name));
}

/** The conditions without those that records don't have. */
export function recordedPart(wanted: RuleConditions): RuleConditions {
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => !isUnrecorded(name)));
}

function isUnrecorded(name: string): boolean {
  return Object.entries(conditions).some(
    ([one, { words }]) => one === name && words.unrecorded !== undefined,
  );
}
