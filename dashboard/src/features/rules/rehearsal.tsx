/**
 * What the rules would have done with the requests of the last days, before they are saved. Source: docs/reference/replay.md.
 */
import { formatInteger } from '../../format/numbers.ts';
import { FailureNotice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Table } from '../../ui/table.tsx';
import styles from './rehearsal.module.css';
import { changedSentence, notReplayableSentences, type Replay } from './rehearsal-words.ts';

export function Rehearsal({
  replay,
  error,
  onRetry,
}: {
  /** Undefined while it is under way. */
  readonly replay: Replay | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  if (replay === undefined) {
    return error ? (
      <FailureNotice error={error} onRetry={onRetry} />
    ) : (
      <Skeleton lines={2} label="Rehearsing" />
    );
  }
  const hints = notReplayableSentences(replay);
  return (
    <div className={styles['rehearsal']}>
      <p role="status">{changedSentence(replay)}</p>
      {hints.length === 0 ? null : (
        <ul className={styles['hints']}>
          {hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      {replay.samples.length === 0 ? null : (
        <details className={styles['samples']}>
          <summary>
            {replay.samples.length === 1
              ? 'Show an example'
              : `Show ${formatInteger(replay.samples.length)} examples`}
          </summary>
          <div className={styles['scroll']}>
            <Table label="Examples of changed requests">
              <thead>
                <tr>
                  <HeadCell>Path</HeadCell>
                  <HeadCell>Was</HeadCell>
                  <HeadCell>Would be</HeadCell>
                </tr>
              </thead>
              <tbody>
                {replay.samples.map(({ path, before, after }) => (
                  <tr key={`${path} ${before} ${after}`}>
                    <Cell className={styles['path']}>
                      <code>{path}</code>
                    </Cell>
                    <Cell label="Was" className={styles['path']}>
                      {before}
                    </Cell>
                    <Cell label="Would be" className={styles['path']}>
                      {after}
                    </Cell>
                  </tr>
                ))}
              </tbody>
            </Table>
          </div>
        </details>
      )}
    </div>
  );
}
