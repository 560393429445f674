/** What the program prints when it is ready. On a terminal this can include a new token. */
import { shellWord } from '../core/shell-word.ts';
import type { FirstStart } from './first-token.ts';
import type { Role } from './role.ts';

export type BannerFacts = {
  readonly version: string;
  readonly role: Role;
  /** Origins without a trailing slash; null when the listener is off. */
  readonly apiOrigin: string;
  readonly edgeOrigin: string | null;
  readonly edgeTlsOrigin: string | null;
  /** What was created on a first start. */
  readonly first: FirstStart | undefined;
};

/** Renders the banner; on a first start with lines to copy that create a redirect and follow it. */
export function renderBanner(facts: BannerFacts): string {
  const { version, role, apiOrigin } = facts;
  const api = [
    `  Dashboard  ${apiOrigin}/`,
    `  API        ${apiOrigin}/api/v1  (reference: ${apiOrigin}/docs)`,
  ];
  const lines = [
    `Nameplate ${version} is running.`,
    ...(role === 'edge' ? [`  Health     ${apiOrigin}/readyz`] : api),
    `  Edge       ${role === 'app' ? 'on other machines' : edgeOrigins(facts)}`,
  ];
  if (facts.first) lines.push('', ...firstStart(facts, facts.first));
  return `${lines.join('\n')}\n`;
}

function edgeOrigins({ edgeOrigin, edgeTlsOrigin }: BannerFacts): string {
  return [edgeOrigin, edgeTlsOrigin].filter((origin) => origin !== null).join('  ') || 'turned off';
}

/** The token as shown to the reader, and as it stands in a double-quoted shell argument. */
function showToken(token: FirstStart['token']): { readonly told: string; readonly inShell: string } {
  if (token.kind === 'given')
    return { told: 'the one in NAMEPLATE_BOOTSTRAP_TOKEN', inShell: '$NAMEPLATE_BOOTSTRAP_TOKEN' };
  if (token.kind === 'printed')
    return { told: `${token.secret}  (keep it: it is not shown again)`, inShell: token.secret };
  const file = shellWord(token.path);
  return { told: `in ${file}  (delete the file once you have kept the token)`, inShell: `$(cat ${file})` };
}

function firstStart(facts: BannerFacts, first: FirstStart): string[] {
  const { told, inShell } = showToken(first.token);
  const lines = [
    'First start: one account and one access token were created.',
    `  account  ${first.accountUuid}`,
    `  token    ${told}`,
    '',
    'Sign in to the dashboard with the token, or create a redirect from a shell:',
    `  curl ${facts.apiOrigin}/api/v1/accounts/${first.accountUuid}/redirects \\`,
    `    -H "Authorization: Bearer ${inShell}" \\`,
    '    -d source_host=go.example.com -d destination_url=https://www.example.org',
  ];
  if (facts.edgeOrigin !== null) {
    lines.push('', 'Follow it:', `  curl -i -H "Host: go.example.com" ${facts.edgeOrigin}/hello`);
  }
  return lines;
}
