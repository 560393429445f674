/** Every `cause_code` of a diagnosis: when it is given, and what fixes it. Source: docs/reference/diagnosis.md ("Steps"). */
import type { CauseCode } from './cause-code.ts';

/** For the fix: `records` are those to create, as `name type value`. */
export type Fixing = { readonly host: string; readonly records: string };

type Cause = {
  /** For the reference: follows the code. */
  readonly when: string;
  /** One sentence that a support engineer can send on. */
  readonly fix: string | ((fixing: Fixing) => string);
};

const setRecords = ({ host, records }: Fixing): string =>
  records === ''
    ? `Set the DNS records of ${host} as the domain's page shows them.`
    : `Set these DNS records, and remove others of the same names: ${records}.`;
const wait = 'Ask again in a few minutes.';
const operator = 'The operator of this service has to fix this.';

export const causes: Readonly<Record<CauseCode, Cause>> = {
  not_registered: {
    when: 'the registered domain does not exist in DNS',
    fix: 'Register the domain, or renew it, and give it name servers at the registrar.',
  },
  dnssec_bogus: {
    when: 'name servers answer, and resolvers that validate DNSSEC refuse it',
    fix: 'Remove the DS record at the registrar, or have the DNS provider sign the zone again.',
  },
  name_servers_fail: {
    when: 'the name servers answer SERVFAIL or REFUSED',
    fix: 'Correct the name servers at the registrar: they must be those of the DNS provider that has the zone.',
  },
  name_server_fails: {
    when: 'one of the name servers answers SERVFAIL or REFUSED',
    fix: 'Remove that name server at the registrar, or have its operator serve the zone.',
  },
  name_servers_disagree: {
    when: 'one of the name servers leads here, and another one does not',
    fix: 'Have the DNS provider bring all name servers to the same state of the zone.',
  },
  dns_unanswered: { when: 'the name servers do not answer in time', fix: wait },
  edge_place_unknown: {
    when: 'neither `NAMEPLATE_EDGE_HOSTNAME` nor `NAMEPLATE_EDGE_ADDRESSES` is set',
    fix: operator,
  },
  no_records: { when: 'the host has no A, AAAA or CNAME record', fix: setRecords },
  apex_without_address: {
    when: 'the apex of a zone, which can have no CNAME record, has no A or AAAA record',
    fix: setRecords,
  },
  two_cnames: { when: 'the host has several CNAME records', fix: setRecords },
  cname_circle: { when: 'CNAME records lead in a circle', fix: setRecords },
  cname_broken: { when: 'the CNAME record leads to a name without address', fix: setRecords },
  cname_elsewhere: { when: 'the CNAME record leads elsewhere', fix: setRecords },
  addresses_mixed: { when: 'only some of the addresses are of this service', fix: setRecords },
  ipv6_elsewhere: { when: 'the AAAA records, and nothing else, lead elsewhere', fix: setRecords },
  address_elsewhere: { when: 'the A or AAAA records lead elsewhere', fix: setRecords },
  caa_forbids: {
    when: 'the CAA records permit other authorities only',
    fix: 'Add the CAA record that the cause names, or remove the CAA records.',
  },
  caa_malformed: {
    when: 'the CAA records permit nobody, as a value is malformed',
    fix: 'Correct the CAA record that the cause names.',
  },
  caa_other_account: {
    when: '`accounturi` of the CAA records names another account at the authority',
    fix: 'Add the CAA record that the cause names, or remove `accounturi`.',
  },
  caa_other_method: {
    when: '`validationmethods` of the CAA records excludes the methods used here',
    fix: 'Add the method to `validationmethods`, or remove the parameter.',
  },
  caa_critical: {
    when: 'a CAA record has a critical property that authorities do not know',
    fix: 'Remove the CAA record that the cause names.',
  },
  caa_unanswered: {
    when: 'the name servers fail on CAA records',
    fix: 'Have the DNS provider answer questions for CAA records.',
  },
  no_address: { when: 'the host has no address', fix: setRecords },
  address_not_public: {
    when: 'the host, or where it redirects to, has an address that the public can’t reach',
    fix: setRecords,
  },
  port_80_closed: {
    when: 'connections to port 80 are refused',
    fix: 'Open port 80 at that address, or remove the record that leads there.',
  },
  port_443_closed: {
    when: 'connections to port 443 are refused',
    fix: 'Open port 443 at that address, or remove the record that leads there.',
  },
  address_unreachable: {
    when: 'an address of this service is silent, and another one answers',
    fix: 'Let the firewall in front of that address pass ports 80 and 443, or remove its record.',
  },
  no_answer: {
    when: 'an address is silent',
    fix: 'See whether a firewall drops connections to ports 80 and 443.',
  },
  no_route: { when: 'there is no route to the host’s addresses from here', fix: operator },
  edge_unreachable: {
    when: 'not even this service’s own address can be reached from here',
    fix: 'Ask again when there were visitors, or let this machine connect to its own public address.',
  },
  token_missing: {
    when: 'something answers that is not this service',
    fix: 'Have the proxy or CDN pass /.well-known/acme-challenge/ on uncached, or set the DNS records to this service.',
  },
  redirected_elsewhere: {
    when: 'port 80 redirects to another host or port',
    fix: 'Remove that redirect for /.well-known/acme-challenge/.',
  },
  too_many_redirects: {
    when: 'port 80 redirects more than ten times',
    fix: 'Remove the redirects for /.well-known/acme-challenge/.',
  },
  connection_broken: {
    when: 'connections are broken off',
    fix: 'See what is in front of that address: a firewall or proxy breaks connections off.',
  },
  handshake_refused: {
    when: 'the TLS handshake ends with an alert',
    fix: 'Set up TLS for the host on the server at that address.',
  },
  no_handshake: { when: 'no handshake came about', fix: wait },
  certificate_expired: {
    when: 'the certificate has expired',
    fix: 'Renew the certificate, or upload a new one.',
  },
  certificate_not_yet_valid: {
    when: 'the certificate’s time has not begun',
    fix: 'Wait until it has, or upload another certificate.',
  },
  certificate_other_name: {
    when: 'the certificate is for other names',
    fix: 'Upload a certificate for the host, or delete the uploaded one so that an automatic one is ordered.',
  },
  certificate_chain_incomplete: {
    when: 'the intermediate certificate is not sent',
    fix: 'Upload the certificate again with its intermediate certificates.',
  },
  certificate_untrusted: {
    when: 'the certificate is of no authority that clients trust',
    fix: 'Upload a certificate of a public authority, or delete the uploaded one so that an automatic one is ordered.',
  },
  certificate_missing: {
    when: 'there is no certificate yet, and no attempt has failed',
    fix: 'Wait for it: one is ordered as soon as the DNS records are found.',
  },
  clock_wrong: { when: 'the clock of the machine is wrong', fix: 'Set the clock of this machine by NTP.' },
  authority_unreachable: {
    when: 'the certificate authority can’t be reached',
    fix: 'Wait: it retries automatically.',
  },
  authority_rate_limited: {
    when: 'the authority, or the weekly budget, allows no further certificates for the domain now',
    fix: 'Wait: it retries automatically when the limit allows it.',
  },
  authority_account_refused: {
    when: 'the authority refuses the operator’s account, for example because it was deactivated',
    fix: operator,
  },
  authority_refused: {
    when: 'the authority refuses the order for the reason that the cause quotes',
    fix: 'Fix what the authority names; it retries automatically.',
  },
  order_stuck: { when: 'an order was not decided in time', fix: 'Wait: it retries automatically.' },
  challenge_not_delegated: {
    when: 'the CNAME record for challenges through DNS is missing, or leads elsewhere',
    fix: setRecords,
  },
  records_elsewhere: { when: 'the DNS records led elsewhere when a certificate was due', fix: setRecords },
  service_failed: {
    when: 'something of this service’s own failed when a certificate was due',
    fix: 'The operator of this service finds the reason in its log; it retries automatically.',
  },
  not_yours: {
    when: 'the account does not have the host, and sees what the public does',
    fix: 'Add the host to the account to see the rest.',
  },
  ownership_unproven: {
    when: 'the account has yet to prove that it has the host',
    fix: 'Set the TXT record that the domain’s page shows.',
  },
  maintenance: { when: 'the domain or its upstream is under maintenance', fix: 'Switch maintenance off.' },
  redirect_paused: { when: 'the host has a redirect only, which is paused', fix: 'Activate the redirect.' },
  nothing_served: {
    when: 'the account has nothing on the host',
    fix: 'Add a custom domain, a redirect or rules for the host.',
  },
  rule_blocks: { when: 'a rule blocks every visitor', fix: 'Change or delete that rule.' },
  redirect_circle: {
    when: 'redirects of rules and hosts lead in a circle',
    fix: 'Change where one of them leads.',
  },
  upstream_refuses: {
    when: 'the upstream refuses connections',
    fix: 'Start the application, or correct host and port of the upstream.',
  },
  upstream_silent: {
    when: 'the upstream does not answer in 5 s',
    fix: 'See whether the application hangs, or a firewall drops connections of this service.',
  },
  upstream_not_found: {
    when: 'the upstream’s name has no address',
    fix: 'Correct the host of the upstream.',
  },
  upstream_address_refused: {
    when: 'the upstream’s address is not one that may be connected to',
    fix: 'Correct the host of the upstream, or have the operator allow its address.',
  },
  upstream_certificate_expired: {
    when: 'the upstream’s certificate has expired',
    fix: 'Renew the certificate of the upstream.',
  },
  upstream_tls_name: {
    when: 'the upstream’s certificate is for another name',
    fix: 'Set tls_server_name of the upstream to a name in its certificate.',
  },
  upstream_tls: {
    when: 'TLS with the upstream fails otherwise',
    fix: 'Give the upstream a certificate of a public authority, or name its own authority in tls_ca.',
  },
  upstream_secret_unreadable: {
    when: 'this machine does not have the secret key that the upstream’s token or client key is encrypted with',
    fix: operator,
  },
  upstream_breaks_off: {
    when: 'the upstream breaks its answer off',
    fix: 'See the application’s log for that time.',
  },
  upstream_5xx: {
    when: 'the upstream answers with a status of 500 or above',
    fix: 'See the application’s log for that time.',
  },
  upstream_redirects_to_itself: {
    when: 'the upstream redirects the host’s first page to itself',
    fix: 'Have the application trust X-Forwarded-Proto and X-Forwarded-Host, so that it knows the visitor uses HTTPS.',
  },
  upstream_errors: {
    when: 'more than a tenth of at least 20 requests in the last ten minutes failed at the upstream',
    fix: 'See the domain’s requests with a status of 500 or above, and the application’s log.',
  },
  traffic_unknown: { when: 'the analytics store can’t be asked', fix: wait },
  took_too_long: { when: 'the step took longer than the diagnosis has', fix: wait },
};

export const causeCodes: readonly CauseCode[] = Object.keys(causes).filter(isCauseCode);

export function isCauseCode(code: string): code is CauseCode {
  return Object.hasOwn(causes, code);
}

export function fixOf(code: CauseCode, fixing: Fixing): string {
  const { fix } = causes[code];
  return typeof fix === 'string' ? fix : fix(fixing);
}
