/** Imports a file of Search Console: its days, which aren't in it, and the file. */
import { DropZone } from '../../ui/drop-zone.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import styles from './search-terms.module.css';
import { importsChange, searchTermImports } from './search-terms-query.ts';

type Values = { from: string; to: string; name: string; csv: string };
const initial: Values = { from: '', to: '', name: '', csv: '' };

export function ImportDialog({
  domainUuid,
  onClose,
}: {
  readonly domainUuid: string;
  readonly onClose: () => void;
}) {
  return (
    <FormDialog
      title="Import search terms"
      description="In Search Console, under Performance, choose days, then Export and Download CSV. Queries.csv is in the ZIP file."
      onClose={onClose}
      initial={initial}
      fields={({ from, to, csv }) => [
        [
          {
            name: 'from',
            kind: 'text',
            type: 'date',
            label: 'First day',
            parameters: ['from', 'date_range'],
            problem: from === '' ? 'Choose the first day that the file covers.' : undefined,
          },
          {
            name: 'to',
            kind: 'text',
            type: 'date',
            label: 'Last day',
            problem: to === '' ? 'Choose the last day that the file covers.' : undefined,
          },
        ],
        {
          name: 'csv',
          kind: 'own',
          problem: csv === '' ? 'Choose the file.' : undefined,
          render: ({ values, edit, error }) => (
            <>
              <DropZone
                label="Choose Queries.csv"
                hint={
                  values.name === '' ? 'The file doesn’t have its days, so enter them above.' : values.name
                }
                accept=".csv,text/csv"
                onFiles={([file]) => {
                  if (file) void file.text().then((text) => edit({ csv: text, name: file.name }));
                }}
              />
              {error === undefined ? null : (
                <p className={styles['error']} role="alert">
                  {error}
                </p>
              )}
            </>
          ),
        },
      ]}
      send={({ from, to, csv }) => searchTermImports.create({ uuid: domainUuid }, { from, to, csv })}
      changes={importsChange}
      done={({ terms }) => (terms === 1 ? '1 search term imported' : `${terms} search terms imported`)}
      action="Import"
    />
  );
}
