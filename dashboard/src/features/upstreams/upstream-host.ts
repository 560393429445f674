/**
 * Tells as one types whether an upstream can have this host and port. The same rule as the API's (src/core/upstream-host.ts),
 * whose addresses are read by modules of Node; where an upstream may be is known to the API alone.
 */
import { parseDnsName } from '../../../../src/core/hostname.ts';

/** Answers what is wrong, as a sentence; undefined when nothing is. */
export function upstreamHostProblem(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return 'Enter the host of your server.';
  const bracketed = /^\[(.*)\]$/s.exec(trimmed)?.[1];
  if (isIpv6(bracketed ?? trimmed) || isIpv4(trimmed)) return undefined;
  const name = parseDnsName(trimmed);
  if (name.ok) return undefined;
  return name.reason === 'it is an IP address'
    ? 'This is a number, or an IPv4 address that is not written as four decimal numbers.'
    : `That isn't a valid host: ${name.reason}.`;
}

/** The same of a port. */
export function portProblem(port: string): string | undefined {
  return /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535
    ? undefined
    : 'A port is a number from 1 to 65535.';
}

/** The host in an address that was pasted whole; undefined when the text is none. */
export function hostOfAddress(text: string): { host: string; port: string; tls: boolean } | undefined {
  if (!/^https?:\/\/[^/]/i.test(text.trim())) return undefined;
  try {
    const { protocol, hostname, port } = new URL(text.trim());
    const tls = protocol === 'https:';
    return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port || (tls ? '443' : '80'), tls };
  } catch {
    return undefined;
  }
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
}

function isIpv6(text: string): boolean {
  if (!text.includes(':') || !/^[0-9a-f:.]+$/i.test(text)) return false;
  try {
    return new URL(`http://[${text}]/`).hostname !== '';
  } catch {
    return false;
  }
}
