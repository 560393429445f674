/** Asks under which name to keep what the page shows. */
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import styles from './save-as-form.module.css';
import { useToast } from './toast.tsx';

export function SaveAsForm({
  label = 'Name',
  hint,
  save,
  done,
  onSaved,
}: {
  readonly label?: string;
  readonly hint: string;
  /** Its failure is said at the field. */
  readonly save: (name: string) => Promise<unknown>;
  /** What the toast says. */
  readonly done: string;
  readonly onSaved: () => void;
}) {
  const toast = useToast();
  const [name, setName] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSaving(true);
    try {
      await save(name);
      toast.done(done);
      setName('');
      setFailure(undefined);
      onSaved();
    } catch (error) {
      setFailure(error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={label}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={failure === undefined ? undefined : sentenceOf(failure)}
        hint={hint}
      />
      <div>
        <Button type="submit" variant="primary" busy={isSaving}>
          Save
        </Button>
      </div>
    </form>
  );
}
