/**
 * Which addresses upstreams may be reached at: those of the public internet and those the operator allows. Check the
 * address of each connection, not a name or an earlier answer: names change between look-ups. Source:
 * docs/reference/dns.md ("Where upstreams may be"), OWASP "Server-Side Request Forgery Prevention",
 * special-addresses.ts.
 */
import ipaddr from 'ipaddr.js';
import { type IpAddress, parseIpAddress } from './ip-address.ts';
import { describeSpecialAddress } from './special-addresses.ts';

/** `listed`: only those that the operator allows, such as where clear text is. */
export type AddressScope = 'any' | 'listed';

type Network = readonly [IpAddress, number];

/** Ends the refusal of an address that the operator could allow. */
const unlessAllowed = 'refused unless NAMEPLATE_UPSTREAM_ALLOW covers it';

const wellKnownNat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

export class AddressPolicy {
  readonly #allow: readonly Network[];
  readonly #ownPorts: ReadonlySet<number>;
  readonly #ownAddresses: () => readonly string[];

  /**
   * `allow` are CIDR ranges, `ownPorts` those this service listens on, `ownAddresses` answers those of the machine's
   * interfaces. Loopback and unspecified addresses always count as the machine's.
   */
  constructor(
    allow: readonly string[],
    ownPorts: readonly number[],
    ownAddresses: () => readonly string[] = () => [],
  ) {
    this.#allow = allow.map((cidr) => ipaddr.parseCIDR(cidr));
    this.#ownPorts = new Set(ownPorts);
    this.#ownAddresses = ownAddresses;
  }

  /** Returns why an address must not be connected to, such as "127.0.0.1 is a loopback address, refused unless …". */
  refusal(address: string, port: number, which: AddressScope = 'any'): string | undefined {
    const problem = this.problem(address, port, which);
    return problem === undefined ? undefined : `${address} is ${problem}`;
  }

  /** The same without the address: "a loopback address, refused unless …". */
  problem(address: string, port: number, which: AddressScope = 'any'): string | undefined {
    const forms = formsOf(address);
    const judged = forms.at(-1);
    if (!judged) return 'not an IP address';
    if (this.#ownPorts.has(port) && this.#isOfThisMachine(judged)) {
      return `an address of this machine, whose port ${port} is Nameplate's own`;
    }
    if (forms.some((form) => this.#allows(form))) return undefined;
    const special = describeSpecialAddress(judged);
    if (special !== undefined) return `${special}, ${unlessAllowed}`;
    return which === 'any' ? undefined : `an address where https is required, http ${unlessAllowed}`;
  }

  /** Why an address of `host`, which is one or a name, must not be connected to. */
  refusalOf(host: string, address: string, port: number, which: AddressScope = 'any'): string | undefined {
    if (parseIpAddress(host)) return this.refusal(address, port, which);
    const problem = this.nameProblem(address, port, which);
    return problem === undefined ? undefined : `${host} resolves to ${problem}`;
  }

  /** As `problem`, of an address that a name resolves to: nothing else is told of the names of the network that this runs in. */
  nameProblem(address: string, port: number, which: AddressScope = 'any'): string | undefined {
    if (this.problem(address, port) !== undefined) return `an address that is not public, ${unlessAllowed}`;
    return this.problem(address, port, which);
  }

  #allows(address: IpAddress): boolean {
    return this.#allow.some((network) => matches(address, network));
  }

  #isOfThisMachine(address: IpAddress): boolean {
    const range = address.range();
    if (range === 'loopback' || range === 'unspecified') return true;
    const text = address.toString();
    return this.#ownAddresses().some((own) => formsOf(own).at(-1)?.toString() === text);
  }
}

/**
 * The address, then the IPv4 address it stands for, if any: an IPv4-mapped address is only another notation, and
 * hosts without IPv4 reach the public internet through NAT64's well-known prefix. Other addresses that have an IPv4
 * address in them are refused as they are.
 */
function formsOf(text: string): readonly IpAddress[] {
  const address = parseIpAddress(text);
  if (!address) return [];
  if (address instanceof ipaddr.IPv4 || !address.match(wellKnownNat64)) return [address];
  return [address, new ipaddr.IPv4(address.toByteArray().slice(12))];
}

function matches(address: IpAddress, [network, bits]: Network): boolean {
  // ipaddr.js throws if the two belong to different families.
  return address.kind() === network.kind() && address.match(network, bits);
}
