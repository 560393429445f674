/**
 * Checks names and passwords for rules that ask for them. Source: docs/reference/rules.md ("Basic auth"), RFC 7617.
 *
 * Checking a password takes a tenth of a second of a core and more, so one is checked at a time, off the event loop, and accounts
 * take turns; what was right is remembered for some minutes, and clients that guess are refused for a while.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { clientOf } from '../../core/client-network.ts';
import { FairPool } from '../../core/fair-pool.ts';
import type { AuthOutcome, BasicAuthUser } from '../../rules/actions/action.ts';
import { verifyPassword } from '../../secrets/password-hash.ts';

/** A list of rules, and whose it is. */
type List = { readonly uuid: string; readonly accountUuid: string };

const rememberedMs = 5 * 60_000;
const maxRemembered = 10_000;
/** Of one client in a minute. */
const maxFailures = 10;
const failureWindowMs = 60_000;
const maxClients = 10_000;
/** Of one list of rules: an attack on one host must leave room for the account's others. */
const maxWaitingOfList = 4;
const maxFieldLength = 1_024;
const credentialsField = /^Basic +([A-Za-z0-9+/_-]+={0,2}) *$/i;

export class BasicAuth {
  readonly #verify: typeof verifyPassword;
  readonly #key = randomBytes(32);
  readonly #oneAtATime = new FairPool(1);
  /** Until when a digest of hash, name and password is known to be right. */
  readonly #right = new Map<string, number>();
  readonly #underWay = new Map<string, Promise<boolean>>();
  readonly #failures = new Map<string, { untilMs: number; count: number }>();
  readonly #waitingOf = new Map<string, number>();

  constructor(verify: typeof verifyPassword = verifyPassword) {
    this.#verify = verify;
  }

  /** At once, unless a password has to be checked. */
  check(
    list: List,
    users: readonly BasicAuthUser[],
    authorization: string | undefined,
    clientAddress: string,
    nowMs: number,
  ): AuthOutcome | Promise<AuthOutcome> {
    const given = credentialsOf(authorization);
    if (!given) return 'refused';
    const hash = users.find(({ name }) => name === given.name)?.password_hash;
    const digest = createHmac('sha256', this.#key)
      .update(`${hash ?? ''}\n${given.name}:${given.password}`)
      .digest('base64');
    if (hash !== undefined && (this.#right.get(digest) ?? 0) > nowMs) return 'passed';
    const client = `${list.uuid} ${clientOf(clientAddress)}`;
    const failures = this.#failures.get(client);
    if (failures && failures.untilMs > nowMs && failures.count >= maxFailures)
      return { wait: Math.ceil((failures.untilMs - nowMs) / 1000) };
    return this.#checkPassword(list, client, digest, given.password, hash, nowMs);
  }

  async #checkPassword(
    { uuid: list, accountUuid }: List,
    client: string,
    digest: string,
    password: string,
    hash: string | undefined,
    nowMs: number,
  ): Promise<AuthOutcome> {
    const underWay = this.#underWay.get(digest);
    if (underWay) return (await underWay) ? 'passed' : 'refused';
    const ofList = this.#waitingOf.get(list) ?? 0;
    if (ofList >= maxWaitingOfList) return 'busy';
    this.#waitingOf.set(list, ofList + 1);
    // Before the result is known: several guesses at once are several.
    this.#countFailure(client, nowMs, 1);
    // Without a hash it takes as long.
    const checking = this.#oneAtATime.run(accountUuid, () => this.#verify(password, hash)).catch(() => false);
    this.#underWay.set(digest, checking);
    const isRight = await checking;
    this.#underWay.delete(digest);
    const left = (this.#waitingOf.get(list) ?? 1) - 1;
    if (left === 0) this.#waitingOf.delete(list);
    else this.#waitingOf.set(list, left);
    if (!isRight) return 'refused';
    this.#countFailure(client, nowMs, -1);
    makeRoom(this.#right, maxRemembered);
    this.#right.set(digest, nowMs + rememberedMs);
    return 'passed';
  }

  #countFailure(client: string, nowMs: number, by: 1 | -1): void {
    const known = this.#failures.get(client);
    if (known && known.untilMs > nowMs) {
      known.count += by;
      return;
    }
    if (by < 0) return;
    this.#failures.delete(client);
    makeRoom(this.#failures, maxClients);
    this.#failures.set(client, { untilMs: nowMs + failureWindowMs, count: 1 });
  }
}

function credentialsOf(
  authorization: string | undefined,
): { readonly name: string; readonly password: string } | undefined {
  if (authorization === undefined || authorization.length > maxFieldLength) return undefined;
  const coded = credentialsField.exec(authorization)?.[1];
  if (coded === undefined) return undefined;
  const text = Buffer.from(coded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** The oldest leaves. */
function makeRoom(map: Map<string, unknown>, most: number): void {
  if (map.size < most) return;
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
