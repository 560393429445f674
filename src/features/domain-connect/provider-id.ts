/** Who this installation is to DNS providers. Source: docs/reference/domain-connect.md ("The template"). */
import type { Config } from '../../config/config.ts';
import { registrableDomain } from '../../core/registered-domain.ts';

/** The registered domain of the edge's name; undefined: there is none, or no zone that the key could be in. */
export function providerIdOf({ edge, responder }: Pick<Config, 'edge' | 'responder'>): string | undefined {
  if (responder === undefined || edge.publicHostname === undefined) return undefined;
  return registrableDomain(edge.publicHostname) ?? undefined;
}
