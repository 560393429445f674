/** Lines of one kind, with their line numbers and what happens to them. */

import { importedRedirectColumns } from '../../../../../src/resources/redirect.ts';
import { formatInteger } from '../../../format/numbers.ts';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import type { RedirectValues } from '../redirect-values.ts';
import styles from './import.module.css';
import type { PlannedLine } from './plan-import.ts';

/** No one reads more one by one. */
const maxShown = 200;

export function PlannedLines({
  lines,
  label,
}: {
  readonly lines: readonly PlannedLine[];
  readonly label: string;
}) {
  if (lines.length === 0) return null;
  return (
    <ScrollRegion label={`Lines ${label}`} className={styles['lines']}>
      <ol>
        {lines.slice(0, maxShown).map((line) => (
          <li key={line.line} className={styles['line']}>
            <span className={styles['at']}>line {formatInteger(line.line)}</span>
            <span className={styles['what']}>
              <span className={styles['host']}>{line.host === '' ? 'no host' : line.host}</span>
              <Detail line={line} />
            </span>
          </li>
        ))}
      </ol>
      {lines.length > maxShown ? (
        <p className={styles['more']}>and {formatInteger(lines.length - maxShown)} more</p>
      ) : null}
    </ScrollRegion>
  );
}

function Detail({ line }: { readonly line: PlannedLine }) {
  switch (line.kind) {
    case 'problem':
      return <span className={styles['lineProblem']}>{line.problem}</span>;
    case 'create':
      return <span className={styles['detail']}>to {line.values.destination_url}</span>;
    case 'update':
      return (
        <>
          {changedNames(line.changes).map((name) => (
            <span key={name} className={styles['detail']}>
              <code>{name}</code>: <del>{String(line.before[name])}</del>{' '}
              <ins>
                <span className="visually-hidden">becomes </span>
                {String(line.changes[name])}
              </ins>
            </span>
          ))}
        </>
      );
    case 'same':
      return <span className={styles['detail']}>unchanged</span>;
  }
}

function changedNames(changes: Partial<RedirectValues>): readonly (keyof RedirectValues)[] {
  return importedRedirectColumns.filter((name) => name in changes);
}
