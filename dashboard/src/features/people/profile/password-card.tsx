/** Changes the password, which ends the user's other sessions. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FieldStack } from '../../../ui/field.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { useToast } from '../../../ui/toast.tsx';
import styles from './profile.module.css';

export function PasswordCard({ email }: { readonly email: string }) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await api.PUT('/api/v1/me/password', { body: { current_password: current, password: next } });
      setCurrent('');
      setNext('');
      toast.done('Your password was changed. Your other sessions have ended.');
      await queryClient.invalidateQueries({ queryKey: ['sessions'] });
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card id="password" title="Password">
      <form className={styles['form']} onSubmit={(event) => void submit(event)}>
        <FieldStack>
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordField label="Current password" value={current} onChange={setCurrent} />
          <PasswordField
            label="New password"
            hint="At least 12 characters. Your other sessions end."
            isNew
            value={next}
            onChange={setNext}
            error={problem}
          />
          <Button type="submit" busy={busy}>
            Change password
          </Button>
        </FieldStack>
      </form>
    </Card>
  );
}
