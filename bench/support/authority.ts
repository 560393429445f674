/**
 * A certificate authority in a process of its own: certificates of six days, with renewal information. It begins by telling its
 * directory, and answers each `{ now }` of its parent, which sets its clock.
 */
import { FakeAuthority } from '../../test/support/fake-authority.ts';
import { profile } from '../../test/support/short-lived.ts';

const lifetimeMs = 6 * 86_400_000;
let now = Date.now();
const authority = await FakeAuthority.start();
authority.now = () => now;
authority.profiles = { [profile]: lifetimeMs };
authority.suggestsByLifetime = true;
authority.hasChallenges = true;
process.on('message', (message: { readonly now: number }) => {
  now = message.now;
  process.send?.({ ready: true });
});
process.on('disconnect', () => process.exit());
process.send?.({ directoryUrl: authority.directoryUrl });
