/** What DNS has at the moment, for comparison. */
import type { Comparison } from './compare-records.ts';
import styles from './dns-panel.module.css';

export function FoundRecords({ found }: { readonly found: Comparison['found'] }) {
  if (found.length === 0) return null;
  return (
    <section className={styles['found']}>
      <h3 className={styles['subtitle']}>Current DNS answers</h3>
      <ul>
        {found.map(({ record: { type, name, value }, isStray }) => (
          <li key={`${type} ${name} ${value}`} data-stray={isStray || undefined}>
            <code>
              <span className={styles['foundType']}>{type} </span>
              <span>
                {name} <span aria-hidden>→</span> {value}
              </span>
            </code>
            {isStray ? <span className={styles['stray']}>points elsewhere</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
