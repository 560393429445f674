/** Tells as one types whether a custom domain can have this host, by the API's own rule (src/core/wildcard-host.ts). */
import { parseHostname } from '../../../../src/core/hostname.ts';
import { isWildcardHost, parseHostOrWildcard } from '../../../../src/core/wildcard-host.ts';

/** Answers what is wrong, as a sentence; undefined when nothing is. */
export function hostProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Enter the host of the domain.';
  const result = parseHostOrWildcard(text);
  if (result.ok) return undefined;
  if (result.reason === 'it has a single label')
    return 'A domain has at least two parts, such as shop.example.com.';
  if (text.includes('*')) return 'A wildcard has one asterisk, and that as its first part: *.example.com.';
  return `That isn't a valid host: ${result.reason}.`;
}

/** The host as the API will store it; undefined when it is none. */
export function normalHost(text: string): string | undefined {
  const result = parseHostOrWildcard(text);
  return result.ok ? result.host : undefined;
}

/** Why visitors of a host cannot be sent to its `www.`; undefined when they can, or when the host is none yet. */
export function wwwProblem(host: string | undefined): string | undefined {
  if (host === undefined) return undefined;
  if (isWildcardHost(host)) return `${host} is a wildcard.`;
  if (host.startsWith('www.')) return `${host} already begins with www.`;
  return parseHostname(`www.${host}`).ok ? undefined : `${host} is too long to prefix with www.`;
}

/** The host in an address that was pasted whole; undefined when the text is none. */
export function hostInAddress(text: string): string | undefined {
  return /^\s*https?:\/\/(?:[^/@\s]*@)?([^/:?#@\s]+)(?::\d*)?(?:[/?#]\S*)?\s*$/i.exec(text)?.[1];
}
