/** Hosts that are set up rightly and wrongly, each by its zone and the servers it leads to. */
import type { Fault } from '../dns-server.ts';
import { edge6, edgeName, other6, places } from './places.ts';

export type Case = {
  readonly name: string;
  /** Null: it is healthy. */
  readonly code: string | null;
  readonly verdict?: 'unknown';
  /** Records of the host, after its name; by default it leads to the edge. */
  readonly records?: readonly string[];
  /** Whole lines beside them; `$` is the registered domain. */
  readonly zone?: readonly string[];
  /** Of the registered domain. */
  readonly isUnregistered?: true;
  readonly isApex?: true;
  readonly faults?: Readonly<Record<string, Fault>>;
  /** What the second name server has; by default the same. */
  readonly secondServer?: readonly string[] | 'REFUSED';
  readonly upstream?: string;
  readonly upstreamTls?: true;
  readonly certificate?: 'none' | 'without_chain' | 'of_next_week';
  readonly has?: 'domain' | 'redirect' | 'rules' | 'nothing';
  readonly maintenance?: true;
  readonly paused?: true;
  readonly rules?: readonly unknown[];
  readonly challenge?: 'dns01';
  /** The custom domain is the wildcard above the host. */
  readonly isWildcard?: true;
  /** The command is asked as well. */
  readonly byCommand?: true;
  /** What the authority does with the order. */
  readonly authority?: 'away' | 'rate_limited' | 'deactivated' | 'refuses' | 'stuck';
};

const toEdge = `A ${places.edge}`;

export const broken: readonly Case[] = [
  { name: 'not delegated', code: 'not_registered', isUnregistered: true, records: [] },
  { name: 'registered, no records', code: 'no_records', records: [] },
  { name: 'CNAME elsewhere', code: 'cname_elsewhere', records: ['CNAME portal.example.org'] },
  { name: 'A of ours and of another', code: 'addresses_mixed', records: [toEdge, `A ${places.otherServer}`] },
  { name: 'AAAA only, wrong', code: 'ipv6_elsewhere', records: [`AAAA ${other6}`] },
  { name: 'A right, AAAA wrong', code: 'ipv6_elsewhere', records: [toEdge, `AAAA ${other6}`] },
  { name: 'CNAME at apex refused', code: 'apex_without_address', isApex: true, records: [] },
  {
    name: 'two CNAMEs',
    code: 'two_cnames',
    records: [`CNAME ${edgeName}`, 'CNAME portal.example.org'],
  },
  { name: 'CNAME to nowhere', code: 'cname_broken', records: ['CNAME nowhere.example.org'] },
  { name: 'DNSSEC bogus', code: 'dnssec_bogus', faults: { '': 'bogus', shop: 'bogus' } },
  { name: 'one name server answers SERVFAIL', code: 'name_server_fails', secondServer: 'REFUSED' },
  { name: 'lame delegation', code: 'name_servers_fail', faults: { '': 'SERVFAIL', shop: 'SERVFAIL' } },
  { name: 'name servers refuse', code: 'name_servers_fail', faults: { '': 'REFUSED', shop: 'REFUSED' } },
  { name: 'CAA forbids', code: 'caa_forbids', certificate: 'none', zone: ['$ CAA 0 issue "other.example"'] },
  { name: 'CAA malformed', code: 'caa_malformed', certificate: 'none', zone: ['$ CAA 0 issue "%%%%%"'] },
  {
    name: 'CAA of another method',
    code: 'caa_other_method',
    certificate: 'none',
    zone: ['$ CAA 0 issue "letsencrypt.org; validationmethods=dns-01"'],
  },
  {
    name: 'CAA accounturi of another account',
    code: 'caa_other_account',
    certificate: 'none',
    zone: ['$ CAA 0 issue "letsencrypt.org; accounturi=https://acme.example/acct/2"'],
  },
  { name: 'CAA SERVFAIL', code: 'caa_unanswered', certificate: 'none', faults: { 'CAA shop': 'SERVFAIL' } },
  { name: 'port 80 closed', code: 'port_80_closed', records: [`A ${places.without80}`] },
  { name: 'another server, closed', code: 'address_elsewhere', records: [`A ${places.closed}`] },
  { name: 'another server', code: 'address_elsewhere', records: [`A ${places.otherServer}`] },
  { name: 'port 443 closed', code: 'port_443_closed', records: [`A ${places.without443}`] },
  {
    name: 'firewall drops our region’s address',
    code: 'address_unreachable',
    records: [`A ${places.cutOff}`],
  },
  { name: 'CDN that caches 404s', code: 'token_missing', records: [`A ${places.cachingCdn}`] },
  { name: 'captive redirect', code: 'redirected_elsewhere', records: [`A ${places.captive}`] },
  { name: 'silent CDN', code: 'no_answer', verdict: 'unknown', records: [`A ${places.silent}`] },
  { name: 'authority away', code: 'authority_unreachable', certificate: 'none', authority: 'away' },
  { name: 'rate limit', code: 'authority_rate_limited', certificate: 'none', authority: 'rate_limited' },
  {
    name: 'account deactivated',
    code: 'authority_account_refused',
    certificate: 'none',
    authority: 'deactivated',
  },
  { name: 'order stuck', code: 'order_stuck', certificate: 'none', authority: 'stuck' },
  { name: 'authority refuses', code: 'authority_refused', certificate: 'none', authority: 'refuses' },
  {
    name: 'dns01 delegation missing',
    code: 'challenge_not_delegated',
    certificate: 'none',
    challenge: 'dns01',
    authority: 'refuses',
  },
  {
    name: 'dns01 CNAME to another zone',
    code: 'challenge_not_delegated',
    certificate: 'none',
    challenge: 'dns01',
    authority: 'refuses',
    zone: ['_acme-challenge.shop.$ CNAME validation.other.example'],
  },
  { name: 'no certificate yet', code: 'certificate_missing', certificate: 'none' },
  {
    name: 'CDN with an expired certificate',
    code: 'certificate_expired',
    records: [`A ${places.expiredCdn}`],
  },
  {
    name: 'CDN with a certificate of another name',
    code: 'certificate_other_name',
    records: [`A ${places.otherNameCdn}`],
  },
  {
    name: 'CDN with a self-signed certificate',
    code: 'certificate_untrusted',
    records: [`A ${places.untrustedCdn}`],
  },
  { name: 'chain incomplete', code: 'certificate_chain_incomplete', certificate: 'without_chain' },
  // To a machine whose clock is behind, an authority's certificates are of the future.
  { name: 'clock wrong', code: 'clock_wrong', certificate: 'of_next_week' },
  { name: 'upstream refuses', code: 'upstream_refuses', upstream: places.closed },
  { name: 'upstream silent', code: 'upstream_silent', upstream: places.upstreamSilent },
  { name: 'upstream without address', code: 'upstream_not_found', upstream: 'nowhere.invalid' },
  {
    name: 'upstream’s TLS name wrong',
    code: 'upstream_tls_name',
    upstream: places.upstreamTlsOther,
    upstreamTls: true,
  },
  {
    name: 'upstream’s certificate expired',
    code: 'upstream_certificate_expired',
    upstream: places.upstreamTlsExpired,
    upstreamTls: true,
  },
  { name: 'upstream answers 5xx', code: 'upstream_5xx', upstream: places.upstream5xx },
  {
    name: 'upstream redirects to the host itself',
    code: 'upstream_redirects_to_itself',
    upstream: places.upstreamLoop,
    byCommand: true,
  },
  { name: 'upstream resets after the head', code: 'upstream_breaks_off', upstream: places.upstreamReset },
  { name: 'rule blocks everything', code: 'rule_blocks', rules: [{ then: { block: {} } }] },
  {
    name: 'redirects in a circle',
    code: 'redirect_circle',
    byCommand: true,
    has: 'rules',
    rules: [
      { if: { path: '/' }, then: { redirect: { to: '/a', status: 302 } } },
      { if: { path: '/a' }, then: { redirect: { to: '/', status: 302 } } },
    ],
  },
  { name: 'maintenance', code: 'maintenance', maintenance: true },
  { name: 'paused', code: 'redirect_paused', has: 'redirect', paused: true },
  {
    name: 'two name servers that disagree',
    code: 'name_servers_disagree',
    secondServer: [`A ${places.otherServer}`],
  },
];

export const healthy: readonly Case[] = [
  { name: 'A record', code: null },
  { name: 'CNAME record', code: null, records: [`CNAME ${edgeName}`] },
  { name: 'apex with A', code: null, isApex: true },
  { name: 'A and AAAA', code: null, records: [toEdge, `AAAA ${edge6}`] },
  { name: 'AAAA only', code: null, records: [`AAAA ${edge6}`] },
  { name: 'chain of CNAMEs', code: null, records: ['CNAME in.$'], zone: [`in.$ CNAME ${edgeName}`] },
  { name: 'wildcard record', code: null, records: [], zone: [`*.$ ${toEdge}`] },
  { name: 'CDN that passes the token', code: null, records: [`A ${places.cdn}`] },
  {
    name: 'CDN that redirects to https and passes the token',
    code: null,
    records: [`A ${places.redirectingCdn}`],
  },
  { name: 'CAA that permits', code: null, zone: ['$ CAA 0 issue "letsencrypt.org"'] },
  {
    name: 'CAA with method',
    code: null,
    zone: ['$ CAA 0 issue "letsencrypt.org; validationmethods=http-01"'],
  },
  {
    name: 'CAA of another authority, uploaded certificate',
    code: null,
    zone: ['$ CAA 0 issue "other.example"'],
  },
  { name: 'redirect', code: null, has: 'redirect' },
  {
    name: 'rules only',
    code: null,
    has: 'rules',
    rules: [{ then: { respond: { status: 200, content_type: 'text/plain', body: 'x' } } }],
  },
  {
    name: 'rule that blocks one path',
    code: null,
    rules: [{ if: { path: '/admin/*' }, then: { block: {} } }],
  },
  {
    name: 'rule that redirects to another path',
    code: null,
    rules: [{ if: { path: '/' }, then: { redirect: { to: '/home', status: 302 } } }],
  },
  { name: 'TXT record beside', code: null, zone: ['$ TXT v=spf1'] },
  { name: 'MX only domain with our host', code: null, zone: ['mail.$ A 93.184.216.50'] },
  { name: 'name server of somebody else’s that is silent', code: null, faults: { 'NS other': 'silent' } },
  { name: 'without traffic', code: null },
  { name: 'dns01 with its certificate', code: null, challenge: 'dns01' },
  {
    name: 'below a wildcard, by dns01',
    code: null,
    challenge: 'dns01',
    isWildcard: true,
    records: [],
    zone: [`*.$ ${toEdge}`],
  },
];
