/**
 * A list of rules as a document has it: its upstreams are names of the document, its passwords are names of secrets.
 * Source: docs/reference/plans.md ("Rules", "Secrets").
 */
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { isRecord } from '../../core/json-reader.ts';
import type { SecretUse } from './operation.ts';
import { readSecretName } from './secret-names.ts';

type AnyObject = Readonly<Record<string, unknown>>;

export type RulesNames = {
  /** Uuids of upstreams by their names in the document. */
  readonly upstreams: ReadonlyMap<string, string>;
  /** Of users that have a password already. */
  readonly users: ReadonlySet<string>;
};

export type GivenRules = {
  /** The body of a request that replaces the rules; new passwords are stand-ins. */
  readonly body: Uint8Array;
  readonly secrets: readonly SecretUse[];
};

const standIn = 'a password that apply replaces';

/** Errors: `plan_invalid`, naming the place. */
export function giveRules(given: unknown, { upstreams, users }: RulesNames, place: string): GivenRules {
  const secrets: SecretUse[] = [];
  if (!Array.isArray(given)) return { body: bodyOf(given), secrets };
  const rules = given.map((rule: unknown, index) => {
    const named = withAction(rule, 'proxy', (proxy) => {
      if (!('upstream' in proxy)) return proxy;
      const { upstream: name, ...others } = proxy;
      const uuid = typeof name === 'string' ? upstreams.get(name) : undefined;
      if (uuid !== undefined) return { upstream_uuid: uuid, ...others };
      const problem = `${quoteValue(name)} is no name of an upstream of the document`;
      throw new ServiceError('plan_invalid', `${place}[${index}].then.proxy.upstream: ${problem}`);
    });
    return withUsers(named, (user, userIndex) => {
      if (!('password' in user)) return user;
      const { password, ...others } = user;
      const at = `${place}[${index}].then.basic_auth.users[${userIndex}].password`;
      const name = readSecretName(password, at);
      const isKnown = typeof others['name'] === 'string' && users.has(others['name']);
      secrets.push({ name, attribute: 'password', required: !isKnown, rule: index, user: userIndex });
      return isKnown ? others : { ...others, password: standIn };
    });
  });
  return { body: bodyOf(rules), secrets };
}

/** The same list with passwords in their places. */
export function withPasswords(
  rules: readonly unknown[],
  secrets: readonly SecretUse[],
  values: ReadonlyMap<string, string>,
): Uint8Array {
  const list = [...rules];
  for (const { name, rule = 0, user = 0 } of secrets) {
    const password = values.get(name);
    if (password !== undefined)
      list[rule] = withUsers(list[rule], (one, index) => (index === user ? { ...one, password } : one));
  }
  return bodyOf(list);
}

/** The text of a list, whose upstreams are names of a document. */
export function withUpstreamNames(json: string, names: ReadonlyMap<string, string>): string {
  if (!json.includes('"upstream_uuid"')) return json;
  const rules: readonly unknown[] = JSON.parse(json);
  const named = rules.map((rule) =>
    withAction(rule, 'proxy', (proxy) => {
      const { upstream_uuid: uuid, ...others } = proxy;
      const name = names.get(String(uuid));
      return name === undefined ? proxy : { upstream: name, ...others };
    }),
  );
  return JSON.stringify(named);
}

function bodyOf(rules: unknown): Uint8Array {
  return Buffer.from(JSON.stringify({ rules }));
}

function withAction(rule: unknown, name: string, change: (action: AnyObject) => AnyObject): unknown {
  if (!isRecord(rule)) return rule;
  const { then } = rule;
  if (!isRecord(then)) return rule;
  const { [name]: action } = then;
  return isRecord(action) ? { ...rule, then: { ...then, [name]: change(action) } } : rule;
}

function withUsers(rule: unknown, change: (user: AnyObject, index: number) => AnyObject): unknown {
  return withAction(rule, 'basic_auth', (auth) => {
    const { users } = auth;
    if (!Array.isArray(users)) return auth;
    return {
      ...auth,
      users: users.map((user: unknown, index) => (isRecord(user) ? change(user, index) : user)),
    };
  });
}
