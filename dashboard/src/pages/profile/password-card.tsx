/** Changes the password, which ends the user's other sessions. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldStack, TextField } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';

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
    <Card title="Password">
      <form onSubmit={(event) => void submit(event)}>
        <FieldStack>
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <TextField
            label="Current password"
            type="password"
            autoComplete="current-password"
            required
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
          <TextField
            label="New password"
            type="password"
            hint="At least 12 characters. Your other sessions end."
            autoComplete="new-password"
            required
            value={next}
            onChange={(event) => setNext(event.target.value)}
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
