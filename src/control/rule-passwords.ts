/**
 * Passwords in rules: stored as hashes, shown as nothing. Source: docs/reference/rules.md ("Basic auth").
 */
import { ServiceError } from '../core/errors.ts';
import { FairPool } from '../core/fair-pool.ts';
import type { BasicAuthUser } from '../rules/actions/action.ts';
import type { Rule } from '../rules/rule.ts';
import { hashPassword } from '../secrets/password-hash.ts';

/** That one replacement can set: each takes about 0.2 s of a core. */
export const maxNewPasswords = 50;

/** One at a time, so that sign-ins always find a place: see password-hash.ts. */
const places = new FairPool(1);

/** Whether users without a password keep the hash of the rules before. */
export function keepsPasswords(rules: readonly Rule[]): boolean {
  return rules.some(
    ({ then }) =>
      'basic_auth' in then && then.basic_auth.users.some(({ password_hash: hash }) => hash !== undefined),
  );
}

/** The passwords to be hashed, in order. Errors: `rules_invalid` when there are too many. */
export function newPasswordsOf(rules: readonly Rule[]): string[] {
  const passwords: string[] = [];
  for (const [index, { then }] of rules.entries()) {
    if (!('basic_auth' in then)) continue;
    for (const { password } of then.basic_auth.users) if (password !== undefined) passwords.push(password);
    if (passwords.length > maxNewPasswords)
      throw new ServiceError(
        'rules_invalid',
        `rules[${index}].then.basic_auth.users has a password too many; allowed: ${maxNewPasswords} new ones at a time, users without a password keep theirs`,
      );
  }
  return passwords;
}

export function hashPasswords(accountUuid: string, passwords: readonly string[]): Promise<string[]> {
  return Promise.all(
    passwords.map((password) =>
      places.run(accountUuid, () => hashPassword(password, undefined, accountUuid)),
    ),
  );
}

/** Puts the hashes in place of the passwords that {@link newPasswordsOf} found. */
export function withHashes(rules: readonly Rule[], hashes: readonly string[]): readonly Rule[] {
  if (hashes.length === 0) return rules;
  const left = [...hashes];
  return withUsers(rules, (user) =>
    user.password === undefined ? user : { name: user.name, password_hash: left.shift() ?? '' },
  );
}

/** As the API shows them, and the audit trail: without hashes. */
export function withoutPasswords(rules: readonly Rule[]): readonly Rule[] {
  if (!rules.some(({ then }) => 'basic_auth' in then)) return rules;
  return withUsers(rules, ({ name }) => ({ name }));
}

function withUsers(rules: readonly Rule[], change: (user: BasicAuthUser) => BasicAuthUser): readonly Rule[] {
  return rules.map((rule) => {
    if (!('basic_auth' in rule.then)) return rule;
    const { basic_auth: auth } = rule.then;
    return { ...rule, then: { basic_auth: { ...auth, users: auth.users.map(change) } } };
  });
}
