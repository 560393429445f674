/** Where an import comes from: a file, dropped or chosen, or a text that is pasted. */
import { useState } from 'react';
import { importedRedirectColumns, requiredRedirectColumns } from '../../../../../src/resources/redirect.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { DropZone } from '../../../ui/drop-zone.tsx';
import { FieldStack, TextArea } from '../../../ui/field.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import styles from './import.module.css';

/** The most a page can handle; larger files need the command line. */
const maxBytes = 20_000_000;
const example = `source_host,destination_url,redirect_type
go.example.com,https://www.example.com/welcome,found`;

const optional = importedRedirectColumns.filter((name) => !requiredRedirectColumns.includes(name));

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
        hint="Nothing is saved until you have reviewed the changes."
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
        <summary>Available columns</summary>
        <p>
          The first line names the columns, in any order. Required:{' '}
          <code>{requiredRedirectColumns.join(', ')}</code>. Optional: <code>{optional.join(', ')}</code>. An
          empty cell means the default. Exported files can be imported again.
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
          Check the pasted text
        </Button>
      </DialogActions>
    </FieldStack>
  );
}
