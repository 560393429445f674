/** Saves the page's filters as a segment. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../api/api-error.ts';
import type { Filter } from '../../filters/filter.ts';
import formStyles from '../../filters/filter-form.module.css';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useToast } from '../../ui/toast.tsx';
import { createSegment, segmentsQuery } from './segments.ts';

export function SaveSegment({ filters }: { readonly filters: readonly Filter[] }) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSaving(true);
    try {
      await createSegment(name, filters);
      await queryClient.invalidateQueries({ queryKey: segmentsQuery.queryKey });
      toast.done('Segment saved');
      setOpen(false);
      setName('');
      setFailure(undefined);
    } catch (error) {
      setFailure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Popover
      label="Save as a segment"
      open={isOpen}
      onOpenChange={setOpen}
      align="start"
      trigger={
        <Button size="s" variant="ghost">
          Save as segment
        </Button>
      }
    >
      <form className={formStyles['form']} onSubmit={(event) => void save(event)} noValidate>
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={failure === undefined ? undefined : sentenceOf(failure)}
          hint="You'll find it under Filter, on all of the account's domains."
        />
        <div className={formStyles['actions']}>
          <Button type="submit" variant="primary" busy={isSaving}>
            Save
          </Button>
        </div>
      </form>
    </Popover>
  );
}
