/** A look-up of names that returns allowed addresses only. Source: OWASP "Server-Side Request Forgery Prevention". */
import type { LookupFunction } from 'node:net';

/** The code of the error when a name has no allowed address. */
export const addressRefusedCode = 'ERR_ADDRESS_REFUSED';

/** `refusal` says why an address must not be connected to; undefined: it may. Fails if there is none left. */
export function allowedLookup(
  refusal: (address: string) => string | undefined,
  lookup: LookupFunction,
): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error || typeof addresses === 'string') {
        callback(error, '', 0);
        return;
      }
      const allowed = addresses.filter(({ address }) => refusal(address) === undefined);
      const [first] = allowed;
      if (!first) {
        const reasons = new Set(addresses.map(({ address }) => refusal(address)));
        const refused: NodeJS.ErrnoException = new Error([...reasons].join('; '));
        refused.code = addressRefusedCode;
        callback(refused, '', 0);
      } else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
