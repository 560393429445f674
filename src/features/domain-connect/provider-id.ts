/** Who this installation is to DNS providers. Source: docs/guides/domain-connect.md ("The template"). */
import { getDomain } from 'tldts';
import type { Config } from '../../config/config.ts';

/** The registered domain of the edge's name; undefined: there is none, or no zone that the key could be in. */
export function providerIdOf({ edge, responder }: Pick<Config, 'edge' | 'responder'>): string | undefined {
  if (responder === undefined || edge.publicHostname === undefined) return undefined;
  return registeredDomain(edge.publicHostname) ?? undefined;
}

/** Null for a public suffix. */
export function registeredDomain(host: string): string | null {
  return getDomain(host, { allowPrivateDomains: false });
}
