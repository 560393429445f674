/** The custom domains of an account that a token is limited to. Source: docs/reference/signed-tokens.md ("The domains"). */

/** The union of both lists; without either, all custom domains of the account. */
export type TokenDomains = {
  readonly customDomainUuids: readonly string[] | null;
  /** As the domains have them when they are asked for. */
  readonly externalIds: readonly string[] | null;
};

export function isEveryDomain({ customDomainUuids, externalIds }: TokenDomains): boolean {
  return customDomainUuids === null && externalIds === null;
}

type NamedDomain = { readonly uuid: string; readonly externalId: string };

export function hasDomain(set: TokenDomains, domain: NamedDomain): boolean {
  return isAmong(set)(domain);
}

/** Tells of many custom domains, one after the other, whether they are among these. */
export function isAmong(set: TokenDomains): (domain: NamedDomain) => boolean {
  if (isEveryDomain(set)) return () => true;
  const [uuids, externalIds] = [new Set(set.customDomainUuids), new Set(set.externalIds)];
  return ({ uuid, externalId }) => uuids.has(uuid) || externalIds.has(externalId);
}
