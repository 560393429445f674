/** Where an import comes from: a file, dropped or chosen, or a text that is pasted. */
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { FieldStack, TextArea } from '../../../ui/field.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import styles from './import.module.css';

/** What a page can hold without trouble; more is for the command line. */
const maxBytes = 20_000_000;
const example = `source_host,destination_url,redirect_type
go.example.com,https://www.example.com/welcome,found`;

export function ImportSource({
  onText,
  onClose,
}: {
  readonly onText: (name: string, text: string) => void;
  readonly onClose: () => void;
}) {
  const { values, change, clear } = useDraft('redirects:import', { text: '' });
  const [problem, setProblem] = useState<string>();
  const read = async ([file]: readonly File[]): Promise<void> => {
    if (!file) return;
    if (file.size > maxBytes)
      return setProblem(`${file.name} is larger than 20 MB. Use “./nameplate redirect import” for it.`);
    setProblem(undefined);
    onText(file.name, await file.text());
  };
  return (
    <FieldStack>
      <DropZone
        label="choose a CSV file"
        accept=".csv,text/csv,text/plain"
        autoFocus
        hint="Nothing is written before you have seen what would change."
        onFiles={(files) => void read(files)}
      />
      {problem === undefined ? null : (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      <TextArea
        label="Or paste it"
        placeholder={example}
        rows={5}
        value={values.text}
        onChange={(event) => change({ text: event.target.value })}
      />
      <details className={styles['help']}>
        <summary>Which columns there are</summary>
        <p>
          The first line names the columns, in any order: <code>source_host</code> and{' '}
          <code>destination_url</code> have to be there; <code>match_path</code>, <code>redirect_type</code>{' '}
          (permanent or found), <code>preserve_path</code>, <code>preserve_query_string</code> and{' '}
          <code>active</code> (true or false) may be. An empty cell is the default. What an export wrote can
          be imported again.
        </p>
      </details>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={values.text.trim() === ''}
          onClick={() => {
            const { text } = values;
            // It is in the plan now; a dialog opened later begins empty.
            clear();
            onText('What you pasted', text);
          }}
        >
          Check what was pasted
        </Button>
      </DialogActions>
    </FieldStack>
  );
}
