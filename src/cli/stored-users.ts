/** Users on the store of this machine. Source: docs/reference/people.md. */
import { type ListedUser, listUsers } from '../features/people/operator-users.ts';
import { SecondFactors } from '../features/people/second-factor-store.ts';
import { Users } from '../features/people/user-store.ts';
import { withStore } from './store.ts';

type User = Pick<ListedUser, 'uuid' | 'email'>;
type StoredUsers = {
  readonly list: (email?: string) => Promise<readonly ListedUser[]>;
  readonly setPassword: (user: User, password: string) => Promise<void>;
  readonly removeSecondFactor: (user: User) => Promise<void>;
};

export function withStoredUsers(use: (users: StoredUsers) => Promise<void>): Promise<void> {
  return withStore((store) => {
    const users = new Users(store);
    return use({
      list: (email) => listUsers(store, email),
      async setPassword({ uuid, email }, password) {
        await users.setPassword(uuid, await users.hashPassword(email, password));
      },
      async removeSecondFactor({ uuid }) {
        await new SecondFactors(store).remove(uuid);
      },
    });
  });
}
