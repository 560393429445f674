/**
 * Tells browsers to use HTTPS only for a host (HSTS).
 * Source: RFC 6797 sections 6.1 and 7; docs/reference/tls.md ("HTTPS only (HSTS)").
 */
import { withoutFields } from '../proxy/response-head.ts';

const names: ReadonlySet<string> = new Set(['strict-transport-security']);

/** The field line for this many seconds. Subdomains aren't included: they may belong to someone else. */
export function strictTransportLine(maxAgeSeconds: number): string {
  return `Strict-Transport-Security: max-age=${maxAgeSeconds}\r\n`;
}

/** Replaces the field in the given lines, unless the line is '': browsers use the first one they find. */
export function withStrictTransport(fields: string, line: string): string {
  return line === '' ? fields : withoutFields(fields, names) + line;
}
