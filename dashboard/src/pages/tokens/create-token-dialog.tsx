/** Creates a token. States: *form* → *created*, which shows the secret this one time; it is kept nowhere else. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { parseLabel } from '../../../../src/core/label.ts';
import { ApiError, isAbout, sentenceOf } from '../../api/api-error.ts';
import { useAccountUuid, useCanWrite } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldRow, FieldStack, SelectField, TextField } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { CreatedToken } from './created-token.tsx';
import { dayProblem, expiresAt, isLifetime, type Lifetime, lifetimes } from './lifetime.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { type CreatedAccessToken, createToken } from './tokens-queries.ts';

type Values = {
  readonly name: string;
  readonly scope: 'read' | 'write';
  readonly lifetime: Lifetime;
  readonly day: string;
};

const initial: Values = { name: '', scope: 'read', lifetime: '90', day: '' };

export function CreateTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const [created, setCreated] = useState<CreatedAccessToken>();
  return (
    <Dialog
      open
      // The secret can't be shown again, so only the button closes the dialog.
      onOpenChange={(open) => (open || created ? undefined : onClose())}
      title={created ? 'Copy the token now' : 'New access token'}
    >
      {created ? (
        <CreatedToken token={created} onDone={onClose} />
      ) : (
        <TokenForm onCreated={setCreated} onClose={onClose} />
      )}
    </Dialog>
  );
}

function TokenForm({
  onCreated,
  onClose,
}: {
  readonly onCreated: (token: CreatedAccessToken) => void;
  readonly onClose: () => void;
}) {
  const accountUuid = useAccountUuid();
  const canWrite = useCanWrite();
  const queryClient = useQueryClient();
  const { values, change, clear } = useDraft('token:new', initial);
  const [wasTried, setTried] = useState(false);
  const creating = useMutation({
    // The response contains the secret, so it is dropped with the dialog.
    gcTime: 0,
    mutationFn: () =>
      createToken(accountUuid, {
        name: values.name.trim(),
        scope: values.scope,
        expires_at: expiresAt(values.lifetime, values.day) ?? null,
      }),
    onSuccess: (token) => {
      clear();
      void queryClient.invalidateQueries({ queryKey: ['tokens'] });
      onCreated(token);
    },
  });
  const nameProblem =
    parseLabel(values.name) === undefined
      ? values.name.trim() === ''
        ? 'Enter what the token is for.'
        : 'Use at most 200 characters on one line.'
      : undefined;
  const problemOfDay = dayProblem(values.lifetime, values.day);
  const edit = (changed: Partial<Values>): void => {
    creating.reset();
    change(changed);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (nameProblem === undefined && problemOfDay === undefined) creating.mutate();
  };
  const { error } = creating;
  const isElsewhere = error !== null && !isAbout(error, 'name', 'expires_at', 'scope');
  return (
    <form onSubmit={submit} noValidate>
      <FieldStack>
        <TextField
          label="Name"
          placeholder="deploy, Grafana, Anna"
          hint="Who or what uses it, so you know later which one to revoke."
          autoFocus
          required
          maxLength={200}
          value={values.name}
          onChange={(event) => edit({ name: event.target.value })}
          error={isAbout(error, 'name') ? sentenceOf(error) : wasTried ? nameProblem : undefined}
        />
        <ScopeChoice scope={values.scope} onChange={(scope) => edit({ scope })} />
        <FieldRow>
          <SelectField
            label="Works for"
            value={values.lifetime}
            options={lifetimes}
            onChange={(event) => {
              if (isLifetime(event.target.value)) edit({ lifetime: event.target.value });
            }}
            error={isAbout(error, 'expires_at') ? sentenceOf(error) : undefined}
          />
          {values.lifetime === 'date' ? (
            <TextField
              label="Last day"
              type="date"
              value={values.day}
              onChange={(event) => edit({ day: event.target.value })}
              error={wasTried || values.day !== '' ? problemOfDay : undefined}
            />
          ) : null}
        </FieldRow>
        {isElsewhere || (error instanceof ApiError && isAbout(error, 'scope')) ? (
          <FailureNotice error={error} />
        ) : null}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={creating.isPending} disabled={!canWrite}>
            Create token
          </Button>
        </DialogActions>
      </FieldStack>
    </form>
  );
}
