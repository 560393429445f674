/** The domain whose lists these are, for links and the names of files; undefined until it is known. */
import { useQuery } from '@tanstack/react-query';
import { domainQuery } from '../features/custom-domains/domain-queries.ts';
import { siteOrigin } from '../features/custom-domains/site-address.ts';
import { useAccountUuid } from '../session/session.ts';

type Site = {
  readonly host: string;
  /** `https://shop.example.com`; http while there is no certificate. Undefined for a wildcard. */
  readonly origin: string | undefined;
};

export function useSite(domainUuid: string): Site | undefined {
  const { data: domain } = useQuery(domainQuery(useAccountUuid(), domainUuid));
  if (domain === undefined) return undefined;
  return { host: domain.host, origin: siteOrigin({ ...domain, redirect_to_www: false }) };
}
