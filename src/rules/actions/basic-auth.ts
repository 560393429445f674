/** Asks for a name and a password. Source: docs/reference/rules.md ("Basic auth"), RFC 7617. */
import { ruleJson } from '../rule-json.ts';
import {
  type ActionKind,
  type AuthOutcome,
  type BasicAuthUser,
  type ReadingContext,
  type RuleAnswer,
  tooMany,
  whenKnown,
} from './action.ts';

export type BasicAuthAction = { readonly realm: string; readonly users: readonly BasicAuthUser[] };

const maxRealm = 200;
const realmText = /^[ !#-[\]-~]+$/;
const maxUsers = 1000;
const maxName = 200;
const maxPassword = 200;
const control = /[\u0000-\u001f\u007f-\u009f]/;
/** Passing 1,000 passwords takes a request some milliseconds. */
const steps = 500;

export const basicAuth: ActionKind<BasicAuthAction> = {
  ending: 'goes_on',
  protects: true,
  isSecure: true,
  stops: { failure: 'login_required', unrecorded: 'passwords' },
  schema: {
    type: 'object',
    required: ['realm', 'users'],
    properties: {
      realm: { type: 'string' },
      users: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string' },
            password: {
              type: 'string',
              description: 'Never shown. Without it, the user of this name keeps the one before.',
            },
          },
        },
      },
    },
  },
  words: {
    label: 'Ask for a password',
    hint: 'With a right name and password, the rules below are looked at.',
    passed: 'asks for a password. With the right one, it goes on:',
  },
  form: [
    {
      name: 'realm',
      kind: 'text',
      label: 'Realm',
      initial: 'Restricted',
      hint: 'Some browsers show it when they ask for the password.',
    },
    { name: 'users', kind: 'users', label: 'Users' },
  ],

  read(value, place, context) {
    const given = ruleJson.members(value, place, ['realm', 'users']);
    const realm = ruleJson.label(given.realm, `${place}.realm`, maxRealm);
    if (!realmText.test(realm))
      throw ruleJson.refuseValue(
        `${place}.realm`,
        realm,
        `1 to ${maxRealm} ASCII characters without " and \\`,
      );
    const { users } = given;
    if (!Array.isArray(users) || users.length === 0 || users.length > maxUsers)
      throw ruleJson.refuseValue(`${place}.users`, users, `a list of 1 to ${maxUsers} users`);
    const names = new Set<string>();
    const read = users.map((user: unknown, index) => {
      const userPlace = `${place}.users[${index}]`;
      const one = readUser(user, userPlace, realm, context);
      if (names.has(one.name))
        throw ruleJson.refuse(`${userPlace}.name`, `is ${JSON.stringify(one.name)} again`, 'each name once');
      names.add(one.name);
      return one;
    });
    return { realm, users: read };
  },

  cost: () => steps,
  summarize: ({ users }) => `basic_auth ${users.map(({ name }) => name).join(', ')}`,
  describe: ({ users }, { counted }) => `Asks for a password: ${counted(users.length, 'user')} may pass`,
  act({ realm, users }, edge) {
    edge.whenSecure(() =>
      whenKnown(edge.checkPassword(users), (outcome) => {
        if (outcome !== 'passed') return edge.answerWithPage(refusalOf(outcome, realm));
        // The upstream has no use for it.
        edge.edit({ Authorization: null }, undefined);
        edge.goOn();
      }),
    );
  },
};

function readUser(
  value: unknown,
  place: string,
  realm: string,
  { passwordHashOf }: ReadingContext,
): BasicAuthUser {
  const given = ruleJson.members(value, place, ['name', 'password']);
  const name = ruleJson.label(given.name, `${place}.name`, maxName);
  if (name.includes(':')) throw ruleJson.refuseValue(`${place}.name`, name, 'names without a colon');
  if (given.password === undefined) {
    const hash = passwordHashOf(realm, name);
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

function refusalOf(outcome: Exclude<AuthOutcome, 'passed'>, realm: string): RuleAnswer {
  const failure = 'login_required';
  if (typeof outcome === 'object')
    return tooMany(failure, 'There were too many wrong passwords from your address.', outcome.wait);
  if (outcome === 'busy')
    return {
      status: 503,
      sentence: 'Too many passwords are being checked just now.',
      fields: 'Retry-After: 1\r\n',
      failure,
    };
  return {
    status: 401,
    sentence: 'This address asks for a name and a password.',
    fields: `WWW-Authenticate: Basic realm="${realm}", charset="UTF-8"\r\n`,
    failure,
  };
}

/** The password hashes of the list before: by realm and name, and by name alone where all rules agree. */
export class PreviousUsers {
  readonly #hashes = new Map<string, string>();

  constructor(actions: Iterable<BasicAuthAction>) {
    for (const { realm, users } of actions) {
      for (const { name, password_hash } of users) {
        if (password_hash === undefined) continue;
        this.#note(keyOf(realm, name), password_hash);
        this.#note(keyOf('', name), password_hash);
      }
    }
  }

  /** Undefined if there is none, or several. */
  readonly hashOf: ReadingContext['passwordHashOf'] = (realm, name) =>
    this.#hashes.get(keyOf(realm, name)) || this.#hashes.get(keyOf('', name)) || undefined;

  #note(key: string, hash: string): void {
    const known = this.#hashes.get(key) ?? hash;
    this.#hashes.set(key, known === hash ? hash : '');
  }
}

function keyOf(realm: string, name: string): string {
  return JSON.stringify([realm, name]);
}
