/** What users change about themselves: password, second factor, sessions. */
import { useSession } from '../../../session/session.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { useHashTarget } from '../../../ui/use-hash-target.ts';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function ProfilePage() {
  const { user } = useSession();
  useHashTarget();
  return (
    <Page title="Your profile" description={user === null ? undefined : `${user.name}, ${user.email}`}>
      {user === null ? (
        <Notice>You're signed in with an access token, which has no profile.</Notice>
      ) : (
        <>
          {user.has_password ? (
            <>
              <PasswordCard email={user.email} />
              <SecondFactorCard isOn={user.has_second_factor} />
              <PasskeysCard />
            </>
          ) : (
            <Notice>You sign in with an identity provider, so you have no password here.</Notice>
          )}
          <SessionsCard />
        </>
      )}
    </Page>
  );
}
