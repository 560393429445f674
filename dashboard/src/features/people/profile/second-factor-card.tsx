/**
 * The second factor. States: *off* → (password) → *secret shown* → (first code) → *recovery codes shown* → *on*; *on* →
 * (password) → *off*, or *recovery codes shown* again.
 */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { QrCode } from '../../../qr/qr-code.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FieldStack, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Secret } from '../../../ui/secret.tsx';
import styles from './profile.module.css';

const path = '/api/v1/me/second_factor';
/** The name of the button that replaces the recovery codes. */
const renewal = 'renewal';

function isRenewal({ nativeEvent }: FormEvent): boolean {
  return (
    nativeEvent instanceof SubmitEvent &&
    nativeEvent.submitter instanceof HTMLButtonElement &&
    nativeEvent.submitter.name === renewal
  );
}

export function SecondFactorCard({ isOn }: { readonly isOn: boolean }) {
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [begun, setBegun] = useState<{ readonly secret: string; readonly uri: string }>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const act = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await action();
      setPassword('');
      setCode('');
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['session'] });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void act(async () => {
      if (isRenewal(event)) {
        const body = { current_password: password };
        setRecoveryCodes((await bodyOf(api.POST(`${path}/recovery_codes`, { body }))).recovery_codes);
      } else if (begun) {
        setRecoveryCodes((await bodyOf(api.PUT(path, { body: { code } }))).recovery_codes);
        setBegun(undefined);
      } else if (isOn) {
        await api.DELETE(path, { body: { current_password: password } });
        await refresh();
      } else {
        setBegun(await bodyOf(api.POST(path, { body: { current_password: password } })));
      }
    });
  };
  if (recoveryCodes) {
    return (
      <Card id="second-factor" title="Second factor">
        <FieldStack>
          <Notice tone="warning">
            Keep these recovery codes. They aren't shown again; each works once if you lose your phone.
          </Notice>
          <Secret
            text={recoveryCodes.join(' ')}
            copied={recoveryCodes.join('\n')}
            label="Copy the recovery codes"
          />
          <Button
            variant="primary"
            onClick={() => {
              setRecoveryCodes(undefined);
              void refresh();
            }}
          >
            I have kept them
          </Button>
        </FieldStack>
      </Card>
    );
  }
  return (
    <Card id="second-factor" title="Second factor">
      <form className={styles['form']} onSubmit={submit}>
        <FieldStack>
          {begun ? (
            <>
              <p>
                Scan this with your authenticator app, or <a href={begun.uri}>open it in the app</a> on this
                device. Then type the code that the app shows.
              </p>
              <QrCode text={begun.uri} label="Secret to scan" />
              <p>If your app can't scan it, type the secret:</p>
              <Secret text={begun.secret} label="Copy the secret" />
              <TextField
                label="Code"
                autoComplete="one-time-code"
                inputMode="numeric"
                required
                value={code}
                onChange={(event) => setCode(event.target.value)}
                error={problem}
              />
            </>
          ) : (
            <>
              <p>
                {isOn
                  ? 'Signing in takes a code from your authenticator app.'
                  : 'Protect your sign-in with codes from an authenticator app.'}
              </p>
              <PasswordField
                label="Password for this change"
                value={password}
                onChange={setPassword}
                error={problem}
              />
            </>
          )}
          <Button type="submit" busy={busy}>
            {begun ? 'Turn on' : isOn ? 'Remove second factor' : 'Set up second factor'}
          </Button>
          {isOn ? (
            <Button type="submit" name={renewal} busy={busy}>
              Replace recovery codes
            </Button>
          ) : null}
        </FieldStack>
      </form>
    </Card>
  );
}
