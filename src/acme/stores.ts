/**
 * What the issuer needs from a store of automatic certificates; the control store implements it. Source:
 * docs/reference/acme.md.
 */
import type { CheckedCertificate } from '../certificates/check-upload.ts';
import type { AccountQueue } from '../core/account-turns.ts';
import type { Challenge } from '../core/acme-challenge.ts';
import type { OrderFailureCode } from '../core/order-failure.ts';
import type { RenewableCertificate } from './renewals.ts';

/** A host that needs a certificate, taken under a lease. */
export type Issuance = {
  readonly host: string;
  /** Empty: no account has it. */
  readonly accountUuid: string;
  /** Attempts since the last certificate. */
  readonly failures: number;
  /** The existing certificate, which may have expired; null if there is none. */
  readonly current: (RenewableCertificate & { readonly directoryUrl?: string | null }) | null;
  /** Order at once, even if the existing certificate could wait. */
  readonly isAskedFor: boolean;
  /** Whether a redirect or a custom domain has the host. */
  readonly isServed: boolean;
  /** When the custom certificate ends that serves the host; null: none does. */
  readonly coveredUntil: number | null;
  /** Where its challenges through DNS are to be; null: they are answered over connections. */
  readonly dnsLabel: string | null;
  /** Whether its order waited for the order budget. */
  readonly isQueued: boolean;
  /** The imported account that its certificate was ordered with; null: this installation's own. */
  readonly importedAccount: { readonly id: string } | null;
  /** Of the lease. */
  readonly lease: string;
};

export type Failure = {
  readonly failures: number;
  readonly nextAttemptAt: number;
  /** Shown on the domain. */
  readonly reason: string;
  readonly code: OrderFailureCode;
  /** When the authority was asked; null: it was not. */
  readonly askedAt: number | null;
};

export interface IssuanceQueue extends AccountQueue<Issuance> {
  /** Adds a served host to the queue unless it is there; returns whether that made it due. */
  want(host: string): Promise<boolean>;
  /** Extends a lease; false when another node has it by now. */
  extend(issuance: Issuance, leasedUntil: number): Promise<boolean>;
  /** Gives the lease back with nothing changed. */
  release(issuance: Issuance): Promise<void>;
  /** Gives the lease back until that time. `renewAt` is when the certificate is to be renewed; null: that isn't known. */
  putOff(issuance: Issuance, nextAttemptAt: number, renewAt: number | null): Promise<void>;
  /** Gives the lease back: its order waits for the order budget, which has nothing before that time. */
  enqueue(issuance: Issuance, freeAt: number): Promise<void>;
  /** Gives the lease back after a failed attempt. */
  fail(issuance: Issuance, failure: Failure): Promise<void>;
  /** Stores a certificate and gives the lease back; false when the lease is gone by now, with the host or alone. */
  complete(
    issuance: Issuance,
    certificate: CheckedCertificate,
    lookAt: number,
    directoryUrl: string | null,
  ): Promise<boolean>;
  /** Forgets a host and its certificate. */
  forget(issuance: Issuance): Promise<void>;
}

/** Orders of the last week. */
export interface OrderBudget {
  /** Reserves one order for a registered domain at an authority, or returns when the next one will be free. */
  reserve(
    registeredDomain: string,
    host: string,
    now: number,
    perWeek: number,
    directoryUrl: string,
  ): Promise<{ readonly id: string } | { readonly freeAt: number }>;
  /** Gives a reservation back: no certificate came of it. */
  release(id: string): Promise<void>;
}

/** Orders that the account with an authority may make, whatever they are for. */
export interface AccountOrderBudget {
  /** Takes one; answers when one will be free if there is none. `isQueued`: the order waited for that. */
  spend(
    accountId: string,
    now: number,
    perPeriod: number,
    isQueued: boolean,
  ): Promise<{ readonly freeAt: number } | undefined>;
  /** Gives one back: the authority made no order. */
  giveBack(accountId: string, perPeriod: number): Promise<void>;
}

export interface ChallengeStore {
  put(challenge: Challenge, expiresAt: number): Promise<void>;
  remove(challenge: Challenge): Promise<void>;
  /** The key authorization of a token; undefined when there is none. */
  find(host: string, token: string, now: number): Promise<string | undefined>;
  /** The newest TLS-ALPN-01 challenge of a host. */
  findForTls(host: string, now: number): Promise<Challenge | undefined>;
  removeExpired(now: number): Promise<void>;
}

export type StoredAccount = {
  readonly id: string;
  readonly privateKeyPem: string;
  /** Null until the authority has it. */
  readonly url: string | null;
};

export interface AccountStore {
  /** The account with an authority; `newKeyPem` makes its key when there is none, once over all nodes. */
  findOrMake(directoryUrl: string, externalKeyId: string, newKeyPem: () => string): Promise<StoredAccount>;
  /** An imported account with an authority; undefined: there is none, or the authority no longer knows it. */
  findImported(
    id: string,
    directoryUrl: string,
  ): Promise<{ readonly privateKeyPem: string; readonly url: string } | undefined>;
  setUrl(id: string, url: string | null): Promise<void>;
}
