/**
 * Whether a page's policies allow the script to load and to send its events.
 * Source: Content Security Policy Level 3, sections 2.2, 4.2, 6.1, 6.3 and 6.7; Integrity-Policy (Subresource
 * Integrity, section 3.9).
 */

import { eventPath, scriptPath } from '../../core/tracker-paths.ts';
import { type PageOrigin, sourcesAllow } from './csp-source.ts';

/** Directives by their name in lower case, each with its values. */
type Policy = ReadonlyMap<string, readonly string[]>;

/** Of a policy in the page itself these mean nothing (HTML Standard, section 4.2.5.3). */
const headerOnly: ReadonlySet<string> = new Set(['sandbox', 'report-uri', 'frame-ancestors']);

const scriptDirectives = ['script-src-elem', 'script-src', 'default-src'] as const;
const connectDirectives = ['connect-src', 'default-src'] as const;

/** Tells whether policies, as the values of the header field, forbid the script or its requests. */
export function policiesForbid(value: string, origin: PageOrigin): boolean {
  const policies = value.split(',').map(parsePolicy);
  const isUpgraded = policies.some((policy) => policy.has('upgrade-insecure-requests'));
  return policies.some((policy) => forbids(policy, origin, isUpgraded));
}

/** The same of the one policy in `<meta http-equiv="Content-Security-Policy" content="…">`. */
export function metaPolicyForbids(content: string, origin: PageOrigin): boolean {
  const policy = new Map([...parsePolicy(content)].filter(([name]) => !headerOnly.has(name)));
  return forbids(policy, origin, policy.has('upgrade-insecure-requests'));
}

/** Tells whether an Integrity-Policy asks for hashes of scripts; the tag has none. */
export function integrityPolicyForbids(value: string): boolean {
  return /(?:^|,)\s*blocked-destinations\s*=\s*\([^)]{0,200}\bscript\b/.test(value);
}

/** Of a directive that stands there twice the first counts. */
function parsePolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const directive of text.split(';')) {
    const [name = '', ...values] = directive.split(/[\t\n\f\r ]+/).filter((part) => part !== '');
    const lowerCase = name.toLowerCase();
    if (name !== '' && !policy.has(lowerCase)) policy.set(lowerCase, values);
  }
  return policy;
}

function forbids(policy: Policy, origin: PageOrigin, isUpgraded: boolean): boolean {
  const sandbox = policy.get('sandbox');
  if (sandbox && !sandbox.some((flag) => flag.toLowerCase() === 'allow-scripts')) return true;
  const scripts = sourcesOf(policy, scriptDirectives);
  if (scripts) {
    // Such a policy trusts what trusted scripts load, and what has a nonce or hash: not a tag in the page.
    if (scripts.some((source) => source.toLowerCase() === "'strict-dynamic'")) return true;
    if (!sourcesAllow(scripts, scriptPath, origin, isUpgraded)) return true;
  }
  const connections = sourcesOf(policy, connectDirectives);
  return connections !== undefined && !sourcesAllow(connections, eventPath, origin, isUpgraded);
}

function sourcesOf(policy: Policy, directives: readonly string[]): readonly string[] | undefined {
  for (const name of directives) {
    const sources = policy.get(name);
    if (sources) return sources;
  }
  return undefined;
}
