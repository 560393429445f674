/** Adds a webhook endpoint, or changes one. States of adding: *form* → *secret*, which is shown this one time. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { WebhookEventType } from '../../../../src/core/webhook-event.ts';
import { isAbout, sentenceOf } from '../../api/api-error.ts';
import { useAccountUuid } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { CheckField, FieldStack, TextField } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useProblemFocus } from '../../ui/use-problem-focus.ts';
import { EventsField } from './events-field.tsx';
import { createEndpoint, type Endpoint, updateEndpoint, webhooksChanged } from './webhooks-queries.ts';

type Values = {
  readonly url: string;
  readonly description: string;
  readonly isAll: boolean;
  readonly events: readonly WebhookEventType[];
  readonly active: boolean;
};

type Props = {
  /** The one to change; undefined: a new one. */
  readonly endpoint: Endpoint | undefined;
  readonly onClose: () => void;
};

export function EndpointDialog({ endpoint, onClose }: Props) {
  const [secret, setSecret] = useState<string>();
  return (
    <Dialog
      open
      // The secret can't be shown again, so only the button closes the dialog.
      onOpenChange={(open) => (open || secret !== undefined ? undefined : onClose())}
      title={
        secret === undefined ? (endpoint ? 'Edit endpoint' : 'Add endpoint') : 'Copy the signing secret now'
      }
    >
      {secret === undefined ? (
        <EndpointForm endpoint={endpoint} onClose={onClose} onCreated={setSecret} />
      ) : (
        <ShownOnce
          warning="This is the only time it's shown. A lost secret can't be recovered, only replaced."
          text={secret}
          label="Copy the secret"
          onDone={onClose}
        >
          <p>Deliveries are signed with it, so that your program can tell that they come from Nameplate.</p>
        </ShownOnce>
      )}
    </Dialog>
  );
}

function EndpointForm({
  endpoint,
  onClose,
  onCreated,
}: Props & { readonly onCreated: (secret: string) => void }) {
  const accountUuid = useAccountUuid();
  const queryClient = useQueryClient();
  const toast = useToast();
  const draft = useDraft<Values>(`webhook:${endpoint?.uuid ?? 'new'}`, {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    isAll: endpoint === undefined || endpoint.events.length === 0,
    events: endpoint?.events ?? [],
    active: endpoint?.active ?? true,
  });
  const { values, change, clear } = draft;
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  const { form, failed } = useProblemFocus();
  const edit = (changed: Partial<Values>): void => {
    setFailure(undefined);
    change(changed);
  };
  const problems = isTried ? problemsOf(values) : {};
  const errorOf = (name: 'url' | 'description' | 'events'): string | undefined =>
    problems[name] ?? (isAbout(failure, name) ? sentenceOf(failure) : undefined);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problemsOf(values)).length > 0) {
      failed();
      return;
    }
    setBusy(true);
    setFailure(undefined);
    const body = {
      url: values.url.trim(),
      description: values.description.trim(),
      events: values.isAll ? [] : [...values.events],
      active: values.active,
    };
    try {
      if (endpoint) {
        await updateEndpoint(accountUuid, endpoint.uuid, body);
        toast.done('Endpoint saved');
        onClose();
      } else onCreated((await createEndpoint(accountUuid, body)).secret);
      clear();
      void webhooksChanged(queryClient);
    } catch (error) {
      setFailure(error);
      failed();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} onSubmit={(event) => void save(event)} noValidate>
      <FieldStack>
        <DraftNotice draft={draft} />
        <TextField
          label="URL"
          placeholder="https://app.example.com/webhooks"
          inputMode="url"
          autoCapitalize="off"
          autoFocus
          required
          value={values.url}
          onChange={(event) => edit({ url: event.target.value })}
          error={errorOf('url')}
          hint="Your program gets each event as a POST request there."
        />
        <TextField
          label="Description"
          optional
          value={values.description}
          onChange={(event) => edit({ description: event.target.value })}
          maxLength={200}
          error={errorOf('description')}
        />
        <EventsField isAll={values.isAll} events={values.events} onChange={edit} error={errorOf('events')} />
        <CheckField
          label="Active"
          hint="Paused endpoints miss events for good."
          checked={values.active}
          onChange={(event) => edit({ active: event.target.checked })}
        />
        {failure === undefined || isAbout(failure, 'url', 'description', 'events') ? null : (
          <FailureNotice error={failure} />
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {endpoint ? 'Save changes' : 'Add endpoint'}
          </Button>
        </DialogActions>
      </FieldStack>
    </form>
  );
}

function problemsOf({ url, isAll, events }: Values): { url?: string; description?: string; events?: string } {
  return {
    ...(url.trim() === '' ? { url: 'Enter the address of your program.' } : {}),
    ...(isAll || events.length > 0 ? {} : { events: 'Choose at least one event.' }),
  };
}
