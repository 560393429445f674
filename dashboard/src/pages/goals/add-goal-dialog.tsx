/** Adds a goal, which is a pageview or an event. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { isAbout, sentenceOf } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { FieldStack, SelectField, TextField } from '../../ui/field.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { createGoal, refreshGoals } from './goals-queries.ts';

const kinds = [
  { value: 'page_path', label: 'Page is viewed' },
  { value: 'event_name', label: 'Event is sent' },
] as const;

export function AddGoalDialog({
  domainUuid,
  onClose,
}: {
  readonly domainUuid: string;
  readonly onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<(typeof kinds)[number]['value']>('page_path');
  const [target, setTarget] = useState('');
  const [name, setName] = useState('');
  const adding = useMutation({
    mutationFn: () =>
      createGoal(domainUuid, { [kind]: target, ...(name.trim() === '' ? {} : { display_name: name }) }),
    onSuccess: async () => {
      await refreshGoals(queryClient, domainUuid);
      onClose();
    },
  });
  const { error } = adding;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    adding.mutate();
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title="Add a goal">
      <form onSubmit={submit} noValidate>
        <FieldStack>
          <SelectField
            label="Completed when"
            value={kind}
            options={kinds}
            onChange={(event) =>
              setKind(kinds.find(({ value }) => value === event.target.value)?.value ?? kind)
            }
          />
          <TextField
            label={kind === 'page_path' ? 'Path' : 'Event name'}
            placeholder={kind === 'page_path' ? '/thanks' : 'Signup'}
            hint={kind === 'page_path' ? '* stands for any characters: /blog/*' : undefined}
            autoCapitalize="off"
            value={target}
            onChange={(event) => {
              adding.reset();
              setTarget(event.target.value);
            }}
            error={isAbout(error, 'page_path', 'event_name') ? sentenceOf(error) : undefined}
          />
          <TextField
            label="Name"
            optional
            hint="Shown in the list of goals."
            value={name}
            onChange={(event) => {
              adding.reset();
              setName(event.target.value);
            }}
            error={isAbout(error, 'display_name') ? sentenceOf(error) : undefined}
          />
          {error === null || isAbout(error, 'page_path', 'event_name', 'display_name') ? null : (
            <FailureNotice error={error} />
          )}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={adding.isPending}>
              Add goal
            </Button>
          </DialogActions>
        </FieldStack>
      </form>
    </Dialog>
  );
}
