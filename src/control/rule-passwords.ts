/**
 * Passwords in rules: stored as hashes, shown as nothing. Source: docs/reference/rules.md ("Basic auth").
 */
import { ServiceError } from '../core/errors.ts';
import { FairPool } from '../core/fair-pool.ts';
import type { BasicAuthUser } from '../rules/actions/action.ts';
import type { BasicAuthAction } from '../rules/actions/basic-auth.ts';
import type { Rule } from '../rules/rule.ts';
import { hashPassword } from '../secrets/password-hash.ts';

/** That one replacement can set: each takes about 0.2 s of a core. */
export const maxNewPasswords = 50;

/** One at a time, so that sign-ins always find a place: see password-hash.ts. */
const places = new FairPool(1);

/** Whether users without a password keep the hash of the rules before. */
export function keepsPasswords(rules: readonly Rule[]): boolean {
  return authOf(rules).some(({ users }) => users.some(({ password_hash: hash }) => hash !== undefined));
}

/** Counts the passwords to be hashed. Errors: `rules_invalid` when there are too many. */
export function countNewPasswords(rules: readonly Rule[]): number {
  let count = 0;
  for (const [index, { then }] of rules.entries()) {
    if (!('basic_auth' in then)) continue;
    count += then.basic_auth.users.filter(({ password }) => password !== undefined).length;
    if (count > maxNewPasswords)
      throw new ServiceError(
        'rules_invalid',
        `rules[${index}].then.basic_auth.users has a password too many; allowed: ${maxNewPasswords} new ones at a time, users without a password keep theirs`,
      );
  }
  return count;
}

/** Puts hashes in place of passwords. Errors: `rules_invalid`. */
export async function hashPasswords(accountUuid: string, rules: readonly Rule[]): Promise<readonly Rule[]> {
  if (countNewPasswords(rules) === 0) return rules;
  return await Promise.all(
    rules.map(async (rule) => {
      if (!('basic_auth' in rule.then)) return rule;
      const { basic_auth: auth } = rule.then;
      const users = await Promise.all(
        auth.users.map(async (user): Promise<BasicAuthUser> => {
          const { name, password } = user;
          return password === undefined
            ? user
            : { name, password_hash: await places.run(accountUuid, () => hashPassword(password)) };
        }),
      );
      return { ...rule, then: { basic_auth: { ...auth, users } } };
    }),
  );
}

/** As the API shows them, and the audit trail: without hashes. */
export function withoutPasswords(rules: readonly Rule[]): readonly Rule[] {
  if (!rules.some(({ then }) => 'basic_auth' in then)) return rules;
  return rules.map((rule) => {
    if (!('basic_auth' in rule.then)) return rule;
    const { basic_auth: auth } = rule.then;
    const users = auth.users.map(({ name }) => ({ name }));
    return { ...rule, then: { basic_auth: { ...auth, users } } };
  });
}

/** The hashes, for telling whether a password changed. */
export function passwordHashesOf(rules: readonly Rule[]): string[] {
  return authOf(rules).flatMap(({ users }) => users.map(({ password_hash: hash }) => hash ?? ''));
}

function authOf(rules: readonly Rule[]): BasicAuthAction[] {
  return rules.flatMap(({ then }) => ('basic_auth' in then ? [then.basic_auth] : []));
}
