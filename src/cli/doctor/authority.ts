/**
 * Checks the certificate authority: whether it answers, whether it needs an external account, whether it offers the profile, what
 * its clock says.
 * Source: RFC 8555 section 7.1.1, docs/reference/acme.md ("Watching it").
 */
import { AcmeError } from '../../acme/protocol/acme-error.ts';
import { type AcmeAnswer, AcmeTransport } from '../../acme/protocol/transport.ts';
import type { Config } from '../../config/config.ts';
import { type Clock, formatTimestamp } from '../../core/clock.ts';
import { quoteValue } from '../../core/errors.ts';
import { version } from '../../service/version.ts';
import { messageOf } from '../failures.ts';
import { type Finding, finding } from './finding.ts';

const check = 'certificate authority';
const deadlineMs = 5_000;
/** What ordinary clocks differ by without doing harm. */
const clockToleranceMs = 120_000;

export async function checkAuthority({ acme, edge }: Config, clock: Clock): Promise<Finding[]> {
  if (!acme) {
    return [describeNone(edge)];
  }
  const findings = await Promise.all(acme.authorities.map((authority) => checkOne(authority, clock)));
  return findings.flat();
}

type Authority = NonNullable<Config['acme']>['authorities'][number];

async function checkOne(
  { directoryUrl, externalAccount, profile }: Authority,
  clock: Clock,
): Promise<Finding[]> {
  const transport = new AcmeTransport({ directoryUrl, userAgent: `nameplate/${version}`, deadlineMs });
  try {
    const answer = await transport.get(directoryUrl, new AbortController().signal);
    if (answer.json.text('newOrder') === undefined) {
      return [
        finding(
          'problem',
          check,
          `There is no ACME directory at ${directoryUrl}: correct NAMEPLATE_ACME_DIRECTORY.`,
        ),
      ];
    }
    return [
      describe(directoryUrl, answer, externalAccount !== undefined),
      ...checkProfile(directoryUrl, answer, profile),
      ...compareClocks(answer, clock),
    ];
  } catch (error) {
    const reason = error instanceof AcmeError ? error.message : messageOf(error);
    return [
      finding(
        'problem',
        check,
        `${directoryUrl} cannot be used (${reason}): no certificate is ordered or renewed until it can. Let this machine reach it; trust a private root through NODE_EXTRA_CA_CERTS.`,
      ),
    ];
  }
}

/** Nothing to do about it where the operator has turned it off. */
function describeNone({ httpsPort, publicHostname, publicAddresses }: Config['edge']): Finding {
  const none = 'None: no certificates are ordered automatically';
  if (httpsPort === 0) return finding('ok', check, `${none} (NAMEPLATE_EDGE_HTTPS_PORT is 0).`);
  if (publicHostname !== undefined || publicAddresses.length > 0)
    return finding('ok', check, `${none} (NAMEPLATE_ACME is off).`);
  return finding(
    'warning',
    check,
    `${none}: set NAMEPLATE_EDGE_HOSTNAME or NAMEPLATE_EDGE_ADDRESSES to where the public reaches the edge.`,
  );
}

function describe(directoryUrl: string, { json }: AcmeAnswer, isCustomer: boolean): Finding {
  const meta = json.at('meta');
  if (meta.flag('externalAccountRequired') && !isCustomer) {
    return finding(
      'problem',
      check,
      `${directoryUrl} has customers only: set NAMEPLATE_ACME_EAB_KEY_ID and NAMEPLATE_ACME_EAB_HMAC_KEY to what it gave you.`,
    );
  }
  const terms = meta.text('termsOfService');
  const agreed = terms === undefined ? '' : ` Who orders agrees to its terms, ${terms}.`;
  return finding('ok', check, `${directoryUrl} answers.${agreed}`);
}

/** Orders don't name a profile that the directory doesn't have. */
function checkProfile(directoryUrl: string, { json }: AcmeAnswer, profile: string | undefined): Finding[] {
  const offered = json.at('meta').at('profiles').names;
  if (profile === undefined || offered.includes(profile)) return [];
  const which = offered.length === 0 ? 'It has none' : `It offers ${offered.map(quoteValue).join(', ')}`;
  return [
    finding(
      'warning',
      check,
      `${directoryUrl} does not offer the profile ${quoteValue(profile)}, so orders go without it. ${which}: correct NAMEPLATE_ACME_PROFILE.`,
    ),
  ];
}

function compareClocks({ sentAt }: AcmeAnswer, clock: Clock): Finding[] {
  const now = clock.now();
  if (sentAt === undefined || Math.abs(now - sentAt) <= clockToleranceMs) return [];
  return [
    finding(
      'warning',
      check,
      `Its clock says ${formatTimestamp(sentAt)}, this machine's ${formatTimestamp(now)}: keep this one right with NTP, or renewals come at the wrong time.`,
    ),
  ];
}
