/** Checks what a custom domain wants of TLS with its visitors. Source: docs/reference/tls.md ("Of one host", "Client certificates"). */
import { findClientAuthorityProblem } from '../../certificates/client-authorities.ts';
import {
  type CustomDomainAttributes,
  type customDomainDefinitions,
  customDomainResource,
  type TlsVersion,
} from '../../resources/custom-domain.ts';
import { attributeInvalid, type Checks } from '../../resources/read-attributes.ts';

/**
 * `lowest`: the installation's version. What `current` has was checked when it was set, so only changes are. Errors:
 * `tls_min_version_invalid`, `tls_client_ca_invalid`.
 */
export function customDomainTlsChecks(
  lowest: TlsVersion,
  current?: CustomDomainAttributes,
): Checks<typeof customDomainDefinitions> {
  const { tls_min_version, tls_client_ca } = customDomainResource.attributes;
  return {
    tls_min_version: ({ tlsMinVersion: version }) => {
      if (version === null || version >= lowest || version === current?.tlsMinVersion) return;
      const problem = `this installation's lowest version is ${lowest}, which a host may raise and not lower`;
      throw attributeInvalid(tls_min_version, version, problem);
    },
    tls_client_ca: ({ tlsClientCa: pem }) => {
      if (pem === '' || pem === current?.tlsClientCa) return;
      const problem = findClientAuthorityProblem(pem);
      if (problem !== undefined) throw attributeInvalid(tls_client_ca, pem, problem);
    },
  };
}
