/** Creates the account's first owner with the session's access token, and goes on as that user. */
import { api, bodyOf } from '../../../api/client.ts';
import { useAccountUuid } from '../../../session/session.ts';
import { signIn } from '../../../session/sign-in.ts';
import { rememberPassword } from '../../../session/sign-in-form.tsx';
import { Card } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';

const initial = { email: '', name: '', password: '' };

export function CreateOwner() {
  const account_uuid = useAccountUuid();
  return (
    <Card title="Create the owner">
      <Form
        initial={initial}
        intro={
          <p>
            This account has no users yet. The owner signs in with an email address and a password, and
            invites others. You will be signed in as the owner; the token keeps working.
          </p>
        }
        fields={() => [
          {
            name: 'email',
            kind: 'text',
            label: 'Email address',
            type: 'email',
            autoComplete: 'username',
            required: true,
          },
          { name: 'name', kind: 'text', label: 'Name', autoComplete: 'name', required: true },
          {
            name: 'password',
            kind: 'own',
            parameters: [],
            render: ({ values, edit }) => (
              <PasswordField
                label="New password"
                isNew
                value={values.password}
                onChange={(password) => edit({ password })}
              />
            ),
          },
        ]}
        send={async (values) => {
          await bodyOf(
            api.POST('/api/v1/accounts/{account_uuid}/owner', {
              params: { path: { account_uuid } },
              body: values,
            }),
          );
          await signIn({ email: values.email, password: values.password });
        }}
        onSaved={() => {
          rememberPassword();
          location.reload();
        }}
        action="Create owner"
      />
    </Card>
  );
}
