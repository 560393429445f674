/**
 * Looks for the proofs that let an account have hosts which another account has, or gave up recently: TXT records in DNS.
 * Source: docs/reference/domains.md ("Proof of ownership").
 */
import type { DnsRecord } from '../core/custom-domain.ts';
import { ServiceError } from '../core/errors.ts';
import { ownershipRecord } from '../core/ownership-record.ts';
import { isWildcardHost, wildcardCovering } from '../core/wildcard-host.ts';
import type { Obstacle } from './host-claims.ts';

/** Answers those of the records that are in DNS now, within seconds. Never rejects. */
export type FindRecords = (records: readonly DnsRecord[]) => Promise<readonly DnsRecord[]>;

export type HostClaiming = {
  /** Hosts that the account has proven to be its own. */
  readonly proven: ReadonlySet<string>;
  /** For the write to note what it is refused for: hosts that need a proof, each with the host whose record proves it. */
  readonly refused: Map<string, string>;
};

/** More hosts of one write are not looked for: they count as not proven. */
const maxHosts = 20;
/** Of one account at the same time. */
const maxWrites = 4;

export class HostProofs {
  readonly #findRecords: FindRecords;
  /** How many writes of each account wait for DNS. */
  readonly #waiting = new Map<string, number>();

  constructor(findRecords: FindRecords) {
    this.#findRecords = findRecords;
  }

  /**
   * Runs a write, which notes the hosts that it is refused for. When the account has proofs of some, it runs once more with them,
   * so DNS is asked for contested hosts only. Errors: those of the write; `rate_limited` when too many writes of the
   * account wait for DNS.
   */
  async claiming<T>(accountUuid: string, write: (claims: HostClaiming) => Promise<T>): Promise<T> {
    const refused = new Map<string, string>();
    try {
      return await write({ proven: new Set(), refused });
    } catch (error) {
      if (refused.size === 0) throw error;
      const proven = await this.find(accountUuid, refused);
      if (proven.size === 0) throw error;
      return await write({ proven, refused });
    }
  }

  /** The hosts that the account has a proof of; each is given with the host whose record proves it. Errors: `rate_limited`. */
  async find(accountUuid: string, hosts: ReadonlyMap<string, string>): Promise<Set<string>> {
    const waiting = this.#waiting.get(accountUuid) ?? 0;
    if (waiting >= maxWrites) throw tooMany();
    this.#waiting.set(accountUuid, waiting + 1);
    try {
      const wanted = [...hosts].slice(0, maxHosts);
      const recordOf = (provenBy: string) => ownershipRecord(accountUuid, provenBy);
      const found = await this.#findRecords(wanted.map(([, provenBy]) => recordOf(provenBy)));
      const values = new Set(found.map(({ value }) => value));
      return new Set(wanted.flatMap(([host, by]) => (values.has(recordOf(by).value) ? [host] : [])));
    } finally {
      const left = (this.#waiting.get(accountUuid) ?? 1) - 1;
      if (left === 0) this.#waiting.delete(accountUuid);
      else this.#waiting.set(accountUuid, left);
    }
  }
}

/** For writers within another write, which is the one that runs again with the proofs. */
export class GivenProofs extends HostProofs {
  readonly #claims: HostClaiming;

  constructor(claims: HostClaiming) {
    super(async () => []);
    this.#claims = claims;
  }

  override claiming<T>(_account: string, write: (claims: HostClaiming) => Promise<T>): Promise<T> {
    return write(this.#claims);
  }

  override async find(): Promise<Set<string>> {
    return new Set(this.#claims.proven);
  }
}

const problems = {
  held: () => 'belongs to another account',
  released: () => 'was another account’s until recently',
  reached: (host) =>
    isWildcardHost(host)
      ? 'reaches hosts of another account'
      : `belongs to another account, which has ${wildcardCovering(host)}`,
} as const satisfies Record<Obstacle, (host: string) => string>;

/** What is in the way of an account on a host, after the host's name; `provenBy` is the host whose record proves it. */
export function describeObstacle(obstacle: Obstacle, accountUuid: string, provenBy: string): string {
  const { name, value } = ownershipRecord(accountUuid, provenBy);
  const problem = problems[obstacle](provenBy);
  return `${problem}; to prove that it is yours, create the TXT record ${name} with the value ${value} and try again`;
}

function tooMany(): ServiceError {
  return new ServiceError(
    'rate_limited',
    `${maxWrites} writes of this account wait for DNS, because other accounts have or had their hosts; try again in 5 s`,
    { 'retry-after': '5' },
  );
}
