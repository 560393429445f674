/** What the program prints once it serves, on standard output rather than in the log: it may hold a new token. */
import type { FirstAccount } from './control/store.ts';

export type BannerFacts = {
  readonly version: string;
  /** Origins without a trailing slash; null when the listener is off. */
  readonly apiOrigin: string;
  readonly edgeOrigin: string | null;
  readonly edgeTlsOrigin: string | null;
  /** What was created on a first start. */
  readonly first: FirstAccount | undefined;
  /** The token came from NAMEPLATE_BOOTSTRAP_TOKEN: its owner has it, so it is not repeated. */
  readonly tokenWasGiven: boolean;
};

/** Renders the banner; on a first start with lines to copy that create a redirect and follow it. */
export function renderBanner(facts: BannerFacts): string {
  const lines = [
    `Nameplate ${facts.version} is running.`,
    `  API    ${facts.apiOrigin}/api/v1  (reference: ${facts.apiOrigin}/docs)`,
    `  Edge   ${edgeOrigins(facts)}`,
  ];
  if (facts.first) lines.push('', ...firstStart(facts, facts.first));
  return `${lines.join('\n')}\n`;
}

function edgeOrigins({ edgeOrigin, edgeTlsOrigin }: BannerFacts): string {
  return [edgeOrigin, edgeTlsOrigin].filter((origin) => origin !== null).join('  ') || 'turned off';
}

function firstStart(facts: BannerFacts, first: FirstAccount): string[] {
  const token = facts.tokenWasGiven ? '$NAMEPLATE_BOOTSTRAP_TOKEN' : first.secret;
  const lines = [
    'First start: one account and one access token were created.',
    `  account  ${first.accountUuid}`,
    facts.tokenWasGiven
      ? '  token    the one in NAMEPLATE_BOOTSTRAP_TOKEN'
      : `  token    ${token}  (keep it: it is not shown again)`,
    '',
    'Create a redirect:',
    `  curl ${facts.apiOrigin}/api/v1/accounts/${first.accountUuid}/redirects \\`,
    `    -H "Authorization: Bearer ${token}" \\`,
    '    -d source_host=go.example.com -d destination_url=https://www.example.org',
  ];
  if (facts.edgeOrigin !== null) {
    lines.push('', 'Follow it:', `  curl -i -H "Host: go.example.com" ${facts.edgeOrigin}/hello`);
  }
  return lines;
}
