/** A certificate's renewal was rehearsed, and failed. Source: docs/reference/finding-kinds.md ("renewal_will_fail"), docs/reference/acme.md ("Rehearsals"). */
import type { FindingKind } from '../kind.ts';
import { because, caaCauses } from './caa-causes.ts';

export const renewalWillFail: FindingKind = {
  kind: 'renewal_will_fail',
  severity: 'warning',
  opens: 'what the challenge needs was tried ahead of the renewal, and failed',
  summary: ({ subject, isMany }) =>
    isMany
      ? `The next renewals of the certificates of ${subject} will fail.`
      : `The next renewal of the certificate of ${subject} will fail.`,
  causes: {
    records_elsewhere: because(
      'The DNS records lead somewhere else.',
      'Set the DNS records as the domain’s page shows them.',
    ),
    delegation_missing: because(
      'The CNAME record for challenges is gone.',
      'Create the CNAME record for challenges as the domain’s page shows it.',
    ),
    delegation_elsewhere: because(
      'The CNAME record for challenges leads somewhere else.',
      'Replace the CNAME record for challenges by the one that the domain’s page shows.',
    ),
    challenge_unanswered: because(
      'The zone for challenges doesn’t answer with the challenge.',
      'The operator of this service has to see to it that its zone is delegated to it and that port 53 is open.',
    ),
    zone_missing: because(
      'There is no zone for challenges any more.',
      'The operator of this service sets NAMEPLATE_DNS_ZONE, or choose http01.',
    ),
    wildcard_without_dns: because(
      'A wildcard is to be validated over connections, which no authority does.',
      'Change challenge_type to dns01, or upload a certificate.',
    ),
    ...caaCauses,
    caa_unanswered: because(
      'The name servers fail when they are asked for CAA records.',
      'Have the name servers fixed: authorities take no answer for a no.',
    ),
    no_address: because('The host has no address.', 'Set the DNS records as the domain’s page shows them.'),
    address_not_public: because(
      'The host has an address that the public can’t reach.',
      'Set the DNS records as the domain’s page shows them.',
    ),
    port_80_closed: because(
      'Port 80 refuses connections.',
      'Open port 80 for the public, to which authorities come.',
    ),
    address_unreachable: because(
      'One of our addresses doesn’t answer, and others do.',
      'Open the firewall in front of that address, or remove its record.',
    ),
    token_missing: because(
      'Something else than this service answers.',
      'Have the proxy in front pass /.well-known/acme-challenge/ on without caching it.',
    ),
    redirected_elsewhere: because(
      'Requests for the challenge are redirected to another host.',
      'Leave /.well-known/acme-challenge/ out of the redirect in front.',
    ),
    too_many_redirects: because(
      'Requests for the challenge are redirected again and again.',
      'Leave /.well-known/acme-challenge/ out of the redirects in front.',
    ),
    connection_broken: because(
      'Connections to port 80 break off.',
      'Look at what is in front of port 80: it accepts connections and doesn’t answer.',
    ),
  },
};
