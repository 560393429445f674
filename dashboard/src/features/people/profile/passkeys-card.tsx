/** The user's passkeys: registered with the password, listed, deleted. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../../api/api-error.ts';
import { api, bodyOf } from '../../../api/client.ts';
import { formatRelative } from '../../../format/dates.ts';
import { hasPasskeys, isCancelled, registerPasskey } from '../../../session/passkey.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FieldStack, TextField } from '../../../ui/field.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { ActionsHeadCell, Cell, HeadCell, Table } from '../../../ui/table.tsx';
import { useToast } from '../../../ui/toast.tsx';

const passkeysKey = ['passkeys'];

export function PasskeysCard() {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { data, error } = useQuery({
    queryKey: passkeysKey,
    queryFn: ({ signal }) => bodyOf(api.GET('/api/v1/me/passkeys', { signal })),
  });
  const remove = async (uuid: string): Promise<void> => {
    try {
      const params = { path: { passkey_uuid: uuid } };
      toast.done((await bodyOf(api.DELETE('/api/v1/me/passkeys/{passkey_uuid}', { params }))).message);
    } catch (failure) {
      toast.failed(failure);
    }
    await queryClient.invalidateQueries({ queryKey: passkeysKey });
  };
  if (error) return <FailureNotice error={error} />;
  return (
    <Card id="passkeys" title="Passkeys">
      <FieldStack>
        <p>A passkey signs you in with your phone, laptop or security key, without password and code.</p>
        {data === undefined || data.length === 0 ? null : (
          <Table label="Passkeys">
            <thead>
              <tr>
                <HeadCell>Name</HeadCell>
                <HeadCell>Last used</HeadCell>
                <ActionsHeadCell />
              </tr>
            </thead>
            <tbody>
              {data.map(({ uuid, name, last_used_at }) => (
                <tr key={uuid}>
                  <Cell>{name}</Cell>
                  <Cell label="Last used">
                    {last_used_at === null ? 'Never' : formatRelative(last_used_at)}
                  </Cell>
                  <Cell>
                    <Button size="s" aria-label={`Delete ${name}`} onClick={() => void remove(uuid)}>
                      Delete
                    </Button>
                  </Cell>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {hasPasskeys() ? (
          <AddPasskey onAdded={() => void queryClient.invalidateQueries({ queryKey: passkeysKey })} />
        ) : (
          <Notice>Browsers have passkeys only on pages with a host name, over HTTPS or on localhost.</Notice>
        )}
      </FieldStack>
    </Card>
  );
}

function AddPasskey({ onAdded }: { readonly onAdded: () => void }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await registerPasskey(name, password);
      setName('');
      setPassword('');
      onAdded();
    } catch (error) {
      if (!isCancelled(error)) setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <FieldStack>
        {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
        <TextField
          label="Name of the passkey"
          hint="Such as the device's."
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <PasswordField label="Password for the passkey" value={password} onChange={setPassword} />
        <Button type="submit" busy={busy}>
          Add passkey
        </Button>
      </FieldStack>
    </form>
  );
}
