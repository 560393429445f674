/** The custom domains of an account that a token is limited to. Source: docs/reference/signed-tokens.md ("The domains"). */

/** The union of both lists; without either, all custom domains of the account. */
export type DomainSet = {
  readonly customDomainUuids: readonly string[] | null;
  /** As the domains have them when they are asked for. */
  readonly externalIds: readonly string[] | null;
};

export function isEveryDomain({ customDomainUuids, externalIds }: DomainSet): boolean {
  return customDomainUuids === null && externalIds === null;
}

export function hasDomain(
  set: DomainSet,
  { uuid, externalId }: { readonly uuid: string; readonly externalId: string },
): boolean {
  return (
    isEveryDomain(set) ||
    (set.customDomainUuids?.includes(uuid) ?? false) ||
    (set.externalIds?.includes(externalId) ?? false)
  );
}
