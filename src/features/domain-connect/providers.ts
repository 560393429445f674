/**
 * The DNS providers whose pages the button may lead to, by the host of `urlSyncUX` in their settings.
 * Source: docs/guides/domain-connect.md ("Providers"), which says where each is known from.
 */
export type KnownProvider = { readonly name: string; readonly hosts: readonly string[] };

const providers: readonly KnownProvider[] = [
  { name: 'Cloudflare', hosts: ['dash.cloudflare.com'] },
  { name: 'GoDaddy', hosts: ['dcc.godaddy.com'] },
  { name: 'IONOS', hosts: ['domainconnect.ionos.com', 'domainconnect.1and1.com'] },
  { name: 'Squarespace Domains', hosts: ['domains.squarespace.com'] },
  { name: 'Vercel', hosts: ['vercel.com'] },
  { name: 'WordPress.com', hosts: ['wordpress.com'] },
  { name: 'Glauca', hosts: ['dns.glauca.digital'] },
];

/** The name of the provider whose page is at a host, if we know it. */
export function providerAt(host: string): string | undefined {
  return providers.find(({ hosts }) => hosts.includes(host))?.name;
}
