/** The actions of rules: a new one is a file beside this one, and its lines here. Source: docs/reference/rules.md ("Actions"). */
import { ruleJson } from '../rule-json.ts';
import type { ActionKind, ReadingContext } from './action.ts';
import { basicAuth } from './basic-auth.ts';
import { block } from './block.ts';
import { challenge } from './challenge.ts';
import { pass } from './pass.ts';
import { proxy } from './proxy.ts';
import { rateLimit } from './rate-limit.ts';
import { redirect } from './redirect.ts';
import { respond } from './respond.ts';
import { setHeaders } from './set-headers.ts';

type Actions = {
  readonly redirect: typeof redirect;
  readonly proxy: typeof proxy;
  readonly respond: typeof respond;
  readonly block: typeof block;
  readonly basic_auth: typeof basicAuth;
  readonly challenge: typeof challenge;
  readonly rate_limit: typeof rateLimit;
  readonly set_headers: typeof setHeaders;
  readonly pass: typeof pass;
};

/** In the order in which they are listed everywhere. */
export const actions: Actions = {
  redirect,
  proxy,
  respond,
  block,
  basic_auth: basicAuth,
  challenge,
  rate_limit: rateLimit,
  set_headers: setHeaders,
  pass,
};

export type ActionName = keyof Actions;
export const actionNames: readonly ActionName[] = Object.keys(actions).filter(isActionName);
type ValueOf<Kind> = Kind extends ActionKind<infer Value> ? Value : never;
/** An action's value under its name. */
export type RuleAction = {
  [Name in ActionName]: { readonly [_ in Name]: ValueOf<Actions[Name]> };
}[ActionName];

/** Reads what a rule does; throws a refusal. */
export function readAction(value: unknown, place: string, context: ReadingContext): RuleAction {
  const given = ruleJson.members(value, place, actionNames);
  const chosen = actionNames.filter((name) => given[name] !== undefined);
  const [name] = chosen;
  if (name === undefined || chosen.length > 1) {
    const problem =
      chosen.length === 0 ? 'has no action' : `has ${chosen.length} actions: ${chosen.join(', ')}`;
    throw ruleJson.refuse(place, problem, `exactly one of ${actionNames.join(', ')}`);
  }
  const read = { [name]: actions[name].read(given[name], `${place}.${name}`, context) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the value that the action's own kind has read
  return read as RuleAction;
}

/** What an action that was checked is called. */
export function nameOf(action: RuleAction): ActionName {
  for (const name in action) if (isActionName(name)) return name;
  throw new Error('a rule has no action');
}

export function kindOf(action: RuleAction): ActionKind {
  return actions[nameOf(action)];
}

/** The value of an action, which all functions of its kind take. */
export function valueOf(action: RuleAction): unknown {
  const values: Readonly<Partial<Record<ActionName, unknown>>> = action;
  return values[nameOf(action)];
}

function isActionName(name: string): name is ActionName {
  return name in actions;
}
