/** The state of a domain's certificate, with the uploaded certificate that it is. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { useAccountUuid } from '../../../session/session.ts';
import type { CustomDomain } from '../domain-queries.ts';
import { type CertificateState, certificateState } from './certificate-state.ts';

const maxPerPage = 1000;

/** All uploaded certificates at once, so that a list of domains needs no request for each. */
function ownCertificatesQuery(accountUuid: string) {
  return queryOptions({
    queryKey: ['certificates', 'all'],
    queryFn: async ({ signal }) => {
      const { data } = await bodyOf(
        api.GET('/api/v1/accounts/{account_uuid}/custom_certificates', {
          params: { path: { account_uuid: accountUuid }, query: { per_page: maxPerPage } },
          signal,
        }),
      );
      return data;
    },
    staleTime: 60_000,
  });
}

/** `isOriginKnown` turns true when it can be told whether a valid certificate was uploaded. */
export function useCertificateState(domain: CustomDomain): {
  readonly state: CertificateState;
  readonly isOriginKnown: boolean;
} {
  // Only days matter.
  const [nowMs] = useState(Date.now);
  const { data } = useQuery({
    ...ownCertificatesQuery(useAccountUuid()),
    enabled: domain.tls_certificate_issued,
  });
  return { state: certificateState(domain, data ?? [], nowMs), isOriginKnown: data !== undefined };
}
