/** Makes a connect link. States: *form* → *address*, which is shown this one time. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldStack, SelectField } from '../../ui/field.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { createConnectLink, type DomainPlace } from './connect-queries.ts';

const dayMs = 86_400_000;
const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '365', label: 'A year' },
];

type Props = { readonly host: string; readonly place: DomainPlace; readonly onClose: () => void };

export function ConnectLinkDialog({ host, place, onClose }: Props) {
  const queryClient = useQueryClient();
  const [days, setDays] = useState('30');
  const [address, setAddress] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const { url } = await createConnectLink(
        place,
        new Date(Date.now() + Number(days) * dayMs).toISOString(),
      );
      setAddress(url);
      void queryClient.invalidateQueries({ queryKey: ['connect-links'] });
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      // The address can't be shown again, so only the button closes the dialog.
      onOpenChange={(open) => (open || address !== undefined ? undefined : onClose())}
      title={address === undefined ? `A link for the owner of ${host}` : 'Pass the link on'}
    >
      {address === undefined ? (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <FieldStack>
            <SelectField
              label="Ends after"
              value={days}
              options={lifetimes}
              error={problem}
              onChange={(event) => setDays(event.target.value)}
            />
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" variant="primary" busy={busy}>
                Create link
              </Button>
            </DialogActions>
          </FieldStack>
        </form>
      ) : (
        <ShownOnce
          warning={`This is the only time the link is shown. Whoever has it sees the page of ${host}, and nothing else.`}
          text={address}
          label="Copy the link"
          onDone={onClose}
        />
      )}
    </Dialog>
  );
}
