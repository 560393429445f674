/**
 * Checks passwords and second factors. Guesses are limited, and neither the answer nor its time tells whether there is
 * a user. Source: docs/reference/people.md ("Signing in", "Guessing").
 */

import type { FastifyRequest } from 'fastify';
import { clientAddressOf, type ForwardingPeers } from '../../api/client.ts';
import { codesOf, type GuessLimit, guessesAt, guessesFrom } from '../../api/guess-limit.ts';
import type { ControlStore } from '../../control/store.ts';
import { clientOf } from '../../core/client-network.ts';
import { ServiceError } from '../../core/errors.ts';
import type { User } from '../../resources/user.ts';
import { findPassword, isOutdated, verifyPassword } from '../../secrets/password-hash.ts';
import { SecondFactors } from '../people/second-factor-store.ts';
import { Users } from '../people/user-store.ts';

export type Credentials = {
  readonly email: string;
  readonly password: string;
  /** Of the second factor. */
  readonly code: string | undefined;
};

export class Passwords {
  readonly #users: Users;
  readonly #secondFactors: SecondFactors;
  readonly #guesses: GuessLimit;
  readonly #peers: ForwardingPeers;

  constructor(
    store: Pick<ControlStore, 'database' | 'clock' | 'secretKeys'>,
    guesses: GuessLimit,
    peers: ForwardingPeers,
  ) {
    this.#users = new Users(store);
    this.#secondFactors = new SecondFactors(store);
    this.#guesses = guesses;
    this.#peers = peers;
  }

  /**
   * Answers the user who signs in. Errors: `unauthorized`, `second_factor_required`, `second_factor_refused`,
   * `rate_limited`.
   */
  async signIn(request: FastifyRequest, { email, password, code }: Credentials): Promise<User> {
    const client = this.#clientOf(request);
    const guess = this.#guesses.begin(guessesAt(email, client), guessesFrom(client));
    const users = await this.#users.findAllByEmail(email);
    const withPassword = users.filter(({ passwordHash }) => passwordHash !== '');
    const place = await findPassword(
      password,
      withPassword.map(({ passwordHash }) => passwordHash),
      client,
    );
    const found = withPassword[place];
    if (!found) throw new ServiceError('unauthorized', 'the email address or the password is wrong');
    const { user, passwordHash } = found;
    if (user.hasSecondFactor) {
      if (code === undefined) {
        guess.wasHalfRight();
        throw new ServiceError(
          'second_factor_required',
          'send the code of your authenticator app, or a recovery code, as "code"',
        );
      }
      // Only those who know the password get here, so nobody else makes the user wait.
      const codeGuess = this.#guesses.begin(codesOf(user.uuid));
      await this.#secondFactors.use(user.uuid, code);
      codeGuess.wasRight();
    }
    guess.wasRight();
    if (isOutdated(passwordHash))
      await this.#users.rehash(
        user.uuid,
        passwordHash,
        await this.#users.hashPassword(email, password, client),
      );
    return user;
  }

  /**
   * Passes the hash of a new user's password to `create`. Who is told `email_taken` has guessed the password of a user with this
   * address, so it is limited as guesses are; the one owner that an account is given this way counts for nothing. Errors: `rate_limited`, and those of `create`.
   */
  async choosing<T>(
    request: FastifyRequest,
    email: string,
    password: string,
    create: (passwordHash: string) => Promise<T>,
    accountUuid?: string,
  ): Promise<T> {
    const client = this.#clientOf(request);
    const guess = this.#guesses.begin(guessesAt(email, client));
    const created = await create(await this.#users.hashPassword(email, password, accountUuid ?? client));
    if (accountUuid !== undefined) guess.wasHalfRight();
    return created;
  }

  /** Passes when a signed-in user knows the own password. Errors: `password_refused`, `rate_limited`. */
  async confirm(request: FastifyRequest, user: User, password: string): Promise<void> {
    if (!user.hasPassword)
      throw new ServiceError(
        'password_refused',
        'you have no password: you sign in with an identity provider',
      );
    const client = this.#clientOf(request);
    const guess = this.#guesses.begin(guessesAt(user.email, client), guessesFrom(client));
    const hash = await this.#users.passwordHashOf(user.uuid);
    if (!(await verifyPassword(password, hash, user.uuid)))
      throw new ServiceError('password_refused', 'current_password is not your password');
    guess.wasHalfRight();
  }

  #clientOf(request: FastifyRequest): string {
    return clientOf(clientAddressOf(request, this.#peers));
  }
}
