/** What readers of other programs' files find. Source: docs/guides/moving-in.md. */

export type FoundCertificate = {
  readonly kind: 'certificate';
  /** How it is called in messages. */
  readonly from: string;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  /** What the source says that it is for, and it has to be for; empty: the source doesn't say. */
  readonly names: readonly string[];
  /** Where the source doesn't say: what it is probably for. */
  readonly likelyNames?: readonly string[];
  /** Of the authority that issued it; null: not known. */
  readonly directoryUrl: string | null;
  /** Of the account that ordered it; null: not known. */
  readonly accountUrl: string | null;
  /** Whether every user of the machine can read its key. */
  readonly isKeyPublic: boolean;
};

/** An account with a certificate authority. */
export type FoundAccount = {
  readonly kind: 'account';
  readonly from: string;
  readonly directoryUrl: string;
  readonly url: string;
  readonly privateKeyPem: string;
};

/** A host without a certificate. */
export type FoundHost = {
  readonly kind: 'host';
  readonly from: string;
  readonly attributes: Readonly<Record<string, unknown>> & { readonly host: string };
};

export type Refused = {
  readonly kind: 'refused';
  readonly from: string;
  readonly reason: string;
  /** That it would have been for. */
  readonly names: readonly string[];
};

export type Found = FoundCertificate | FoundAccount | FoundHost | Refused;

/** `directoryUrl`: of the authority, where the source doesn't say. */
export type Reader = (path: string, directoryUrl: string | undefined) => AsyncGenerator<Found>;

export function refused(from: string, reason: string, names: readonly string[] = []): Refused {
  return { kind: 'refused', from, reason, names };
}
