/** Tells an upstream what a custom domain is called in its owner's program. Source: docs/reference/proxy.md ("Metadata fields"). */
import type { DomainRoute } from '../../core/route.ts';

/** Field lines of what the domain has and its upstream asks for. */
export function metadataFieldsOf({ externalId, metadata }: DomainRoute): string {
  return `${lineOf('External-Id', externalId)}${lineOf('Metadata', metadata)}`;
}

function lineOf(name: string, value: string | undefined): string {
  return value === undefined ? '' : `X-Nameplate-${name}: ${value}\r\n`;
}
