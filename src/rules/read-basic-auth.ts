/** Reads who may pass a rule with a password. Source: docs/reference/rules.md ("Basic auth"), RFC 7617. */

import type { BasicAuthAction, BasicAuthUser, Rule } from './rule.ts';
import { ruleJson } from './rule-json.ts';

const maxRealm = 200;
const realmText = /^[ !#-[\]-~]+$/;
const maxUsers = 1000;
const maxName = 200;
const maxPassword = 200;
const control = /[\u0000-\u001f\u007f-\u009f]/;

/** The password hashes of the list before: by realm and name, and by name alone where all rules agree. */
export class PreviousUsers {
  readonly #hashes = new Map<string, string>();

  constructor(rules: readonly Rule[]) {
    for (const { then } of rules) {
      if (!('basic_auth' in then)) continue;
      const { realm, users } = then.basic_auth;
      for (const { name, password_hash } of users) {
        if (password_hash === undefined) continue;
        this.#note(keyOf(realm, name), password_hash);
        this.#note(keyOf('', name), password_hash);
      }
    }
  }

  /** Undefined if there is none, or several. */
  hashOf(realm: string, name: string): string | undefined {
    return this.#hashes.get(keyOf(realm, name)) || this.#hashes.get(keyOf('', name)) || undefined;
  }

  #note(key: string, hash: string): void {
    const known = this.#hashes.get(key) ?? hash;
    this.#hashes.set(key, known === hash ? hash : '');
  }
}

export function readBasicAuth(value: unknown, place: string, previous: PreviousUsers): BasicAuthAction {
  const given = ruleJson.members(value, place, ['realm', 'users']);
  const realm = ruleJson.label(given.realm, `${place}.realm`, maxRealm);
  if (!realmText.test(realm))
    throw ruleJson.refuseValue(`${place}.realm`, realm, `1 to ${maxRealm} ASCII characters without " and \\`);
  const { users } = given;
  if (!Array.isArray(users) || users.length === 0 || users.length > maxUsers)
    throw ruleJson.refuseValue(`${place}.users`, users, `a list of 1 to ${maxUsers} users`);
  const names = new Set<string>();
  const read = users.map((user: unknown, index) => {
    const userPlace = `${place}.users[${index}]`;
    const one = readUser(user, userPlace, realm, previous);
    if (names.has(one.name))
      throw ruleJson.refuse(`${userPlace}.name`, `is ${JSON.stringify(one.name)} again`, 'each name once');
    names.add(one.name);
    return one;
  });
  return { realm, users: read };
}

function readUser(value: unknown, place: string, realm: string, previous: PreviousUsers): BasicAuthUser {
  const given = ruleJson.members(value, place, ['name', 'password']);
  const name = ruleJson.label(given.name, `${place}.name`, maxName);
  if (name.includes(':')) throw ruleJson.refuseValue(`${place}.name`, name, 'names without a colon');
  if (given.password === undefined) {
    const hash = previous.hashOf(realm, name);
    if (hash !== undefined) return { name, password_hash: hash };
    throw ruleJson.refuse(
      `${place}.password`,
      'is missing',
      'a password, as the list before has no user of this name',
    );
  }
  const { password } = given;
  if (
    typeof password !== 'string' ||
    password === '' ||
    password.length > maxPassword ||
    control.test(password) ||
    !password.isWellFormed()
  )
    // The value stays out of the message.
    throw ruleJson.refuse(
      `${place}.password`,
      'cannot be used',
      `1 to ${maxPassword} characters without control characters`,
    );
  return { name, password };
}

function keyOf(realm: string, name: string): string {
  return JSON.stringify([realm, name]);
}
