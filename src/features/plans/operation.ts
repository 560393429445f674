/** What a plan does with one resource. Source: docs/reference/plans.md ("The plan"). */
import { isRecord } from '../../core/json-reader.ts';
import type { KindName } from './kind-names.ts';

type AnyObject = Readonly<Record<string, unknown>>;

export type SecretUse = {
  readonly name: string;
  readonly attribute: string;
  /** Whether apply needs its value; otherwise what is there stays. */
  readonly required: boolean;
  /** Of a password: its rule and its user, from 0. */
  readonly rule?: number;
  readonly user?: number;
};

/** `keep`: only its secrets may be written. */
export type Action = 'create' | 'change' | 'delete' | 'keep';
export const actions: readonly Action[] = ['create', 'change', 'delete', 'keep'];

/** Values are JSON texts, as those of rules may be long. */
export type Attributes = Readonly<Record<string, string>>;

/** As it is stored, a line of JSON. */
export type Operation = {
  readonly kind: KindName;
  /** What it is called in documents, such as its host. */
  readonly key: string;
  /** Of what is there; of what is created, where others of the plan refer to it. */
  readonly uuid: string | null;
  /** In the document; null of what it doesn't have. */
  readonly place: string | null;
  /** Of what is created their values, of what is changed `{before, after}`. */
  readonly attributes: AnyObject;
  readonly secrets: readonly SecretUse[];
  readonly replay?: ReplayCounts | null;
};

/** What replay says of rules that change. */
export type ReplayCounts = Readonly<
  Record<'requests' | 'changed' | 'blocked' | 'circles' | 'unmatched' | 'uncertain', number>
>;

/** The attributes that are to be written, as they are then. */
export function valuesAfter(action: Action, { attributes }: Operation): Record<string, unknown> {
  if (action !== 'change') return { ...attributes };
  return Object.fromEntries(
    Object.entries(attributes).map(([name, change]) => [
      name,
      isRecord(change) ? change['after'] : undefined,
    ]),
  );
}

/** Texts by name: those of the plan's lines that are JSON already. */
export function operationLine(
  operation: Operation,
  created: Attributes,
  before: Attributes | undefined,
): string {
  const parts = Object.entries(created).map(([name, after]) => {
    const value = before ? `{"before":${before[name] ?? 'null'},"after":${after}}` : after;
    return `${JSON.stringify(name)}:${value}`;
  });
  return `${JSON.stringify({ ...operation, attributes: undefined }).slice(0, -1)},"attributes":{${parts.join(',')}}}`;
}

/** The attributes as JSON texts. */
export function textsOf(attributes: AnyObject): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, JSON.stringify(value)]],
    ),
  );
}

/** Of one kind: what is there by what documents call it; null of what isn't. */
export type States = Readonly<Record<string, string | null>>;
/** What a plan has seen; `isWhole`: and nothing else was there. */
export type Seen = Readonly<
  Partial<Record<KindName, { readonly isWhole: boolean; readonly states: States }>>
>;
