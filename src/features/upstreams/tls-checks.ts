/** Checks what TLS connections to an upstream are made with. Source: docs/reference/domains.md ("TLS to upstreams"). */
import {
  findAuthorityProblem,
  findClientCertificateProblem,
  findClientKeyProblem,
  haveSameKey,
} from '../../certificates/upstream-tls.ts';
import { attributeInvalid, invalid } from '../../resources/read-attributes.ts';
import { type Upstream, type UpstreamChecks, upstreamResource } from '../../resources/upstream.ts';

/**
 * Checks at the time `now`. What `current` has was checked when it was set, so only changes are. Errors: `tls_ca_invalid`,
 * `tls_client_certificate_invalid`, `tls_client_key_invalid`.
 */
export function upstreamTlsChecks(now: number, current?: Upstream): UpstreamChecks {
  const { attributes } = upstreamResource;
  return {
    tls_ca: ({ tlsCa }) => {
      if (tlsCa === '' || tlsCa === current?.tlsCa) return;
      const problem = findAuthorityProblem(tlsCa);
      if (problem !== undefined) throw attributeInvalid(attributes.tls_ca, tlsCa, problem);
    },
    tls_client_certificate: ({ tlsClientCertificate: certificate }) => {
      if (certificate === '' || certificate === current?.tlsClientCertificate) return;
      const problem = findClientCertificateProblem(certificate, now);
      if (problem !== undefined)
        throw attributeInvalid(attributes.tls_client_certificate, certificate, problem);
    },
    tls_client_key: ({ tlsClientCertificate: certificate, tlsClientKey: key }) => {
      const problem = certificate === '' ? strayProblem(key) : keyProblem(certificate, key, current);
      if (problem !== undefined) throw invalid(attributes.tls_client_key, problem);
    },
  };
}

function strayProblem(key: string): string | undefined {
  return key === '' ? undefined : 'tls_client_key is invalid: there is no tls_client_certificate';
}

/** A key that is left out is kept as long as it fits. */
function keyProblem(certificate: string, key: string, current: Upstream | undefined): string | undefined {
  if (key !== '') {
    const problem = findClientKeyProblem(certificate, key);
    return problem === undefined ? undefined : `tls_client_key is invalid: ${problem}`;
  }
  const before = current?.tlsClientCertificate ?? '';
  if (before === '') return 'tls_client_key is missing';
  return certificate === before || haveSameKey(certificate, before)
    ? undefined
    : 'tls_client_key is missing, and the key of before does not belong to the new tls_client_certificate';
}
