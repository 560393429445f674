/** Checks what TLS connections to an upstream are made with. Source: docs/reference/domains.md ("TLS to upstreams"). */
import { findAuthorityProblem } from '../certificates/upstream-tls.ts';
import { attributeInvalid } from '../resources/read-attributes.ts';
import { type Upstream, type UpstreamChecks, upstreamResource } from '../resources/upstream.ts';

/** What `current` has already passed, so only changes are looked at. Errors: `tls_ca_invalid`. */
export function upstreamTlsChecks(current?: Upstream): UpstreamChecks {
  return {
    tls_ca: ({ tlsCa }) => {
      if (tlsCa === '' || tlsCa === current?.tlsCa) return;
      const problem = findAuthorityProblem(tlsCa);
      if (problem !== undefined) throw attributeInvalid(upstreamResource.attributes.tls_ca, tlsCa, problem);
    },
  };
}
