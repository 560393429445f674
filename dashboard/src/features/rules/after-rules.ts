/** What answers a host's requests that no rule answers: its redirect, then its custom domain. Source: docs/reference/redirects.md ("The answer"). */
import { useQuery } from '@tanstack/react-query';
import { useAccountUuid } from '../../session/session.ts';
import { type CustomDomain, domainByHostQuery } from '../custom-domains/domain-queries.ts';
import type { Redirect } from '../redirects/redirect-values.ts';
import { redirectOfHostQuery } from '../redirects/redirects-queries.ts';

/** Null where there is none; undefined while that isn't known. */
export type AfterRules = {
  readonly redirect: Redirect | null | undefined;
  readonly domain: CustomDomain | null | undefined;
};

export function useAfterRules(host: string): AfterRules {
  const accountUuid = useAccountUuid();
  const { data: redirect } = useQuery(redirectOfHostQuery(accountUuid, host));
  const { data: domain } = useQuery(domainByHostQuery(accountUuid, host));
  return { redirect, domain };
}
