/** The client's address. Source: docs/reference/rules.md ("Conditions"). */
import {
  type AddressBits,
  addressBits,
  compileAddresses,
  includesAddress,
  parseRange,
} from '../address-match.ts';
import { ruleJson } from '../rule-json.ts';
import { type ConditionKind, maxItems, textsSchema } from './condition.ts';

/** Addresses and CIDR ranges. */
export const addresses: ConditionKind<readonly string[]> = {
  rank: 8,
  words: { label: 'Address', name: 'IP address', isCode: true, unrecorded: 'addresses' },
  schema: textsSchema('Addresses, and networks in CIDR notation.', [['203.0.113.0/24']]),
  cell: 'list',
  read: (value, place) =>
    ruleJson.list(value, place, maxItems, 'IP addresses and CIDR ranges', (item, at) => {
      const range = typeof item === 'string' ? parseRange(item) : undefined;
      if (range === undefined)
        throw ruleJson.refuseValue(
          at,
          item,
          'an IP address, or a CIDR range whose other bits are 0, such as 203.0.113.0/24',
        );
      return range;
    }),
  compile(ranges) {
    const wanted = compileAddresses(ranges);
    return ({ clientAddress }) => {
      const bits = bitsOf(clientAddress);
      return bits !== undefined && includesAddress(wanted, bits);
    };
  },
  cost: (ranges) => ranges.length,
  describe: (wanted, { listed }) => [listed(wanted)],
  sample([first = ''], request) {
    request.clientAddress = first.split('/')[0] ?? '';
  },
};

/** The address that was looked at last: rules are asked one after the other about the same request. */
let lastAddress = '';
let lastBits: AddressBits | undefined;

function bitsOf(address: string): AddressBits | undefined {
  if (address !== lastAddress) {
    lastAddress = address;
    lastBits = addressBits(address);
  }
  return lastBits;
}
