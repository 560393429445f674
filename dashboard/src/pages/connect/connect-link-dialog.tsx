/** Makes a link for the owner, or one that shares statistics. States: *form* → *address*, which is shown this one time. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { CopyTextButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldStack, SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { createConnectLink, type DomainPlace, type LinkKind } from './connect-queries.ts';

const dayMs = 86_400_000;
const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '365', label: 'A year' },
];

type Props = {
  readonly kind: LinkKind;
  readonly host: string;
  readonly place: DomainPlace;
  readonly onClose: () => void;
};

type Made = { readonly url: string; readonly sentTo: string; readonly isEmbedded: boolean };

export function ConnectLinkDialog({ kind, host, place, onClose }: Props) {
  const queryClient = useQueryClient();
  const isShared = kind === 'statistics';
  const [days, setDays] = useState(isShared ? '365' : '30');
  const [email, setEmail] = useState('');
  const [origins, setOrigins] = useState('');
  const [made, setMade] = useState<Made>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    const sentTo = email.trim();
    const embedOrigins = origins.split(/[\s,]+/).filter((origin) => origin !== '');
    try {
      const { url } = await createConnectLink(place, {
        kind,
        expires_at: new Date(Date.now() + Number(days) * dayMs).toISOString(),
        ...(isShared ? { embed_origins: embedOrigins } : {}),
        ...(isShared || sentTo === '' ? {} : { email: sentTo }),
      });
      setMade({ url, sentTo, isEmbedded: isShared && embedOrigins.length > 0 });
      void queryClient.invalidateQueries({ queryKey: ['connect-links'] });
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  const title = isShared ? `Share the statistics of ${host}` : `A link for the owner of ${host}`;
  const shown = isShared ? `the statistics of ${host}` : `the page of ${host}`;
  return (
    <Dialog
      open
      // The address can't be shown again, so only the button closes the dialog.
      onOpenChange={(open) => (open || made ? undefined : onClose())}
      title={made ? 'Pass the link on' : title}
    >
      {made ? (
        <ShownOnce
          warning={`This is the only time the link is shown. Whoever has it sees ${shown}, and nothing else.`}
          text={made.url}
          label="Copy the link"
          onDone={onClose}
        >
          {made.sentTo === '' ? null : <p>The instructions were sent to {made.sentTo}.</p>}
          {made.isEmbedded ? (
            <CopyTextButton text={frameOf(made.url, host)}>Copy the HTML to embed it</CopyTextButton>
          ) : null}
        </ShownOnce>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <FieldStack>
            <SelectField
              label="Ends after"
              value={days}
              options={lifetimes}
              onChange={(event) => setDays(event.target.value)}
            />
            {isShared ? (
              <TextField
                label="Sites that may embed it"
                optional
                hint="Origins such as https://www.example.com, separated by spaces."
                value={origins}
                onChange={(event) => setOrigins(event.target.value)}
              />
            ) : (
              <TextField
                label="E-mail address"
                optional
                type="email"
                hint="Gets the records and the link, if a mail server is set up."
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
            {problem === undefined ? null : <Notice tone="danger">{problem}</Notice>}
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" variant="primary" busy={busy}>
                Create link
              </Button>
            </DialogActions>
          </FieldStack>
        </form>
      )}
    </Dialog>
  );
}

/** Neither part has a character that means something in HTML. */
function frameOf(url: string, host: string): string {
  return `<iframe src="${url}?embed=1" title="Visitors of ${host}" width="100%" height="900" style="border:0"></iframe>`;
}
