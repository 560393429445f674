/**
 * Networks of DNS providers that can answer with their own proxy's addresses instead of the record that was entered.
 * Source: the ranges Cloudflare publishes at https://www.cloudflare.com/ips/ (unchanged since 2021).
 */
import { AddressRanges } from '../core/address-ranges.ts';

const proxies: readonly { readonly name: string; readonly ranges: readonly string[] }[] = [
  {
    name: 'Cloudflare',
    ranges: [
      '103.21.244.0/22',
      '103.22.200.0/22',
      '103.31.4.0/22',
      '104.16.0.0/13',
      '104.24.0.0/14',
      '108.162.192.0/18',
      '131.0.72.0/22',
      '141.101.64.0/18',
      '162.158.0.0/15',
      '172.64.0.0/13',
      '173.245.48.0/20',
      '188.114.96.0/20',
      '190.93.240.0/20',
      '197.234.240.0/22',
      '198.41.128.0/17',
      '2400:cb00::/32',
      '2405:8100::/32',
      '2405:b500::/32',
      '2606:4700::/32',
      '2803:f800::/32',
      '2a06:98c0::/29',
      '2c0f:f248::/32',
    ],
  },
];

const networks = proxies.map(({ name, ranges }) => ({ name, addresses: new AddressRanges(ranges) }));

/** The provider whose proxy an address belongs to, if it is one we know. */
export function proxyProviderOf(address: string): string | undefined {
  return networks.find(({ addresses }) => addresses.includes(address))?.name;
}
