/** What an import would do, line by line, before anything is written. */
import { useState } from 'react';
import { formatInteger } from '../../../format/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { CheckField, FieldStack } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DownloadFailed } from './download-failed.tsx';
import styles from './import.module.css';
import type { PlannedLine } from './plan-import.ts';
import { PlannedLines } from './planned-lines.tsx';
import type { WrittenLine } from './run-import.ts';

const kinds = ['problem', 'create', 'update', 'same'] as const;

export function ImportPlan({
  name,
  columns,
  lines,
  onBack,
  onRun,
}: {
  /** Of the file. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly lines: readonly PlannedLine[];
  readonly onBack: () => void;
  readonly onRun: (lines: readonly WrittenLine[]) => void;
}) {
  const [withUpdates, setWithUpdates] = useState(true);
  const count = (kind: PlannedLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  const first = kinds.find((kind) => count(kind) > 0) ?? 'create';
  const [shown, setShown] = useState<PlannedLine['kind']>(first);
  const toWrite = lines.filter(
    (line): line is WrittenLine => line.kind === 'create' || (line.kind === 'update' && withUpdates),
  );
  const problems = lines.filter((line) => line.kind === 'problem');
  return (
    <FieldStack>
      <p className={styles['file']}>
        {name}: {formatInteger(lines.length)} {lines.length === 1 ? 'redirect' : 'redirects'}. Nothing has
        been saved yet.
      </p>
      <ul className={styles['tiles']} aria-label="What the lines are">
        {kinds.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              className={styles['tile']}
              data-kind={kind}
              aria-pressed={shown === kind}
              disabled={count(kind) === 0}
              onClick={() => setShown(kind)}
            >
              <span className={styles['number']}>{formatInteger(count(kind))}</span>
              <span className={styles['kind']}>{words[kind]}</span>
            </button>
          </li>
        ))}
      </ul>
      {count('same') === lines.length ? (
        <Notice tone="success">
          All of them already exist exactly as in the file. There is nothing to import.
        </Notice>
      ) : null}
      <PlannedLines lines={lines.filter(({ kind }) => kind === shown)} label={words[shown]} />
      {count('update') > 0 ? (
        <CheckField
          label={
            count('update') === 1
              ? 'Update the existing redirect'
              : `Update the ${formatInteger(count('update'))} existing redirects`
          }
          hint="If off, they stay unchanged and only new ones are created."
          checked={withUpdates}
          onChange={(event) => setWithUpdates(event.target.checked)}
        />
      ) : null}
      {problems.length > 0 && toWrite.length > 0 ? (
        <Notice tone="warning" action={<DownloadFailed columns={columns} lines={problems} />}>
          {problems.length === 1
            ? 'The line with a problem is'
            : `The ${formatInteger(problems.length)} lines with problems are`}{' '}
          left out. Fix the file and import it again to include everything.
        </Notice>
      ) : null}
      <DialogActions>
        <Button onClick={onBack}>Choose another file</Button>
        <Button variant="primary" disabled={toWrite.length === 0} onClick={() => onRun(toWrite)}>
          {toWrite.length === 0
            ? 'Nothing to import'
            : `Import ${formatInteger(toWrite.length)} ${toWrite.length === 1 ? 'redirect' : 'redirects'}`}
        </Button>
      </DialogActions>
    </FieldStack>
  );
}

const words = { problem: 'with problems', create: 'new', update: 'to update', same: 'unchanged' };
