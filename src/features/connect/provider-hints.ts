/**
 * Where to click at the DNS providers that host most domains, by the names of their name servers. Source: the providers'
 * own help pages, as of November 2026; docs/reference/connect-page.md ("Hints").
 */

export type DnsProvider = {
  readonly name: string;
  /** Ends of the names of its name servers, without the dot before. */
  readonly servers: readonly string[];
  /** The way to the form. */
  readonly path: string;
  /** Whether new records are behind its proxy, where they can't be seen. */
  readonly isProxy?: true;
};

const providers: readonly DnsProvider[] = [
  {
    name: 'Cloudflare',
    servers: ['ns.cloudflare.com'],
    path: 'your domain → DNS → Records → Add record',
    isProxy: true,
  },
  {
    name: 'GoDaddy',
    servers: ['domaincontrol.com'],
    path: 'Domain Portfolio → your domain → DNS → Add New Record',
  },
  {
    name: 'Namecheap',
    servers: ['registrar-servers.com'],
    path: 'Domain List → Manage → Advanced DNS → Add New Record',
  },
  {
    name: 'Amazon Route 53',
    servers: [],
    path: 'Hosted zones → your domain → Create record',
  },
  {
    name: 'Squarespace Domains',
    servers: ['googledomains.com', 'squarespacedns.com'],
    path: 'Domains → your domain → DNS → DNS Settings → Add record',
  },
  {
    name: 'IONOS',
    servers: ['ui-dns.com', 'ui-dns.de', 'ui-dns.org', 'ui-dns.biz'],
    path: 'Domains & SSL → your domain → DNS → Add record',
  },
  {
    name: 'OVHcloud',
    servers: ['ovh.net', 'anycast.me'],
    path: 'Web Cloud → Domain names → your domain → DNS zone → Add an entry',
  },
  {
    name: 'Hostinger',
    servers: ['dns-parking.com', 'hostinger.com'],
    path: 'Domains → your domain → DNS / Nameservers → DNS records',
  },
  { name: 'Wix', servers: ['wixdns.net'], path: 'Domains → your domain → Manage DNS Records → Add Record' },
  {
    name: 'DigitalOcean',
    servers: ['digitalocean.com'],
    path: 'Networking → Domains → your domain → Create new record',
  },
  { name: 'Gandi', servers: ['gandi.net'], path: 'Domain → your domain → DNS Records → Add record' },
  {
    name: 'Hetzner',
    servers: ['hetzner.com', 'hetzner.de', 'your-server.de', 'second-ns.com', 'second-ns.de'],
    path: 'DNS → your zone → Add record',
  },
];

/** `ns-123.awsdns-45.co.uk`: the number and the suffix are different for each zone. */
const route53 = /\.awsdns-\d+\.(?:com|net|org|co\.uk)$/;

/** The provider that a domain's name servers belong to, if it is a known one. Names in lower case, without a dot at the end. */
export function providerOf(nameServers: readonly string[]): DnsProvider | undefined {
  return providers.find(({ name, servers }) =>
    nameServers.some((server) =>
      name === 'Amazon Route 53'
        ? route53.test(server)
        : servers.some((end) => server === end || server.endsWith(`.${end}`)),
    ),
  );
}
