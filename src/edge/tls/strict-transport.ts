/**
 * Tells browsers to use HTTPS only for a host (HSTS).
 * Source: RFC 6797 sections 6.1 and 7; docs/reference/tls.md ("HTTPS only (HSTS)").
 */
import { withoutFields } from '../proxy/response-head.ts';

const names: ReadonlySet<string> = new Set(['strict-transport-security']);

/** The field line for so many seconds. Hosts below aren't included: they may be someone else's. */
export function strictTransportLine(maxAgeSeconds: number): string {
  return `Strict-Transport-Security: max-age=${maxAgeSeconds}\r\n`;
}

/** Puts the line, unless it is '', in place of what field lines say themselves: browsers go by the first they find. */
export function withStrictTransport(fields: string, line: string): string {
  return line === '' ? fields : withoutFields(fields, names) + line;
}
