/** The addresses of this machine's interfaces. */
import { networkInterfaces } from 'node:os';

export function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
}
