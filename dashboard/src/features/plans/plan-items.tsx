/** What a plan creates, changes or deletes, each with its attributes. */
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './plans.module.css';

type Item = {
  readonly kind: string;
  readonly key: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
};

const shownAtOnce = 100;

export function PlanItems({ title, items }: { readonly title: string; readonly items: readonly Item[] }) {
  const [shown, setShown] = useState(shownAtOnce);
  if (items.length === 0) return null;
  return (
    <Card title={`${title} (${items.length})`}>
      <ul className={styles['items']}>
        {items.slice(0, shown).map(({ kind, key, attributes = {} }) => (
          <li key={`${kind} ${key}`}>
            <details>
              <summary className={styles['summary']}>
                {kind.replaceAll('_', ' ')} <strong>{key}</strong>
              </summary>
              <dl className={styles['values']}>
                {Object.entries(attributes).map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{textOf(value)}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </li>
        ))}
      </ul>
      {items.length > shown ? (
        <Button onClick={() => setShown(shown + 10 * shownAtOnce)}>
          Show more of {items.length - shown}
        </Button>
      ) : null}
    </Card>
  );
}

/** Of what is changed, both values. */
function textOf(value: unknown): string {
  const isChange = typeof value === 'object' && value !== null && 'before' in value && 'after' in value;
  return isChange
    ? `${JSON.stringify(value.before)} → ${JSON.stringify(value.after)}`
    : JSON.stringify(value);
}
