/** Changes the account, for users of several. */
import { switchAccount, useSession } from '../session/session.ts';
import { SelectField } from '../ui/field.tsx';

export function AccountSwitch() {
  const { account, memberships } = useSession();
  return (
    <SelectField
      label="Account"
      value={account.uuid}
      options={memberships.map((one) => ({ value: one.account.uuid, label: one.account.name }))}
      onChange={switchAccount}
    />
  );
}
