/**
 * A certificate authority in a process of its own: certificates of six days, with renewal information. It begins by telling its
 * directory, and answers each `{ now }` of its parent, which sets its clock, and each `{}` with what it has seen. Its argument has settings.
 */
import { FakeAuthority, type Issued } from '../../test/support/fake-authority.ts';
import { profile } from '../../test/support/short-lived.ts';

export type Seen = { readonly issued: readonly Issued[]; readonly orders: number; readonly cpuMs: number };

const lifetimeMs = 6 * 86_400_000;
let now = Date.now();
const authority = await FakeAuthority.start();
authority.now = () => now;
authority.profiles = { [profile]: lifetimeMs };
authority.suggestsByLifetime = true;
authority.hasChallenges = true;
Object.assign(authority, JSON.parse(process.argv[2] ?? '{}'));
process.on('message', (message: { readonly now?: number }) => {
  if (message.now === undefined) process.send?.(seen());
  else {
    now = message.now;
    process.send?.({ ready: true });
  }
});
process.on('disconnect', () => process.exit());
process.send?.({ directoryUrl: authority.directoryUrl });

function seen(): Seen {
  const { user, system } = process.cpuUsage();
  return {
    issued: [...authority.issuedById.values()],
    orders: authority.ordered.length,
    cpuMs: (user + system) / 1000,
  };
}
