/** What a plan creates, changes or deletes, each with its attributes. */
import { useState } from 'react';
import { formatInteger } from '../../format/numbers.ts';
import { BreakableHost } from '../../ui/breakable-host.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { kindWords, type PlanItem, replaySentences, type Value, valuesOf } from './plan-words.ts';
import styles from './plans.module.css';

const shownAtOnce = 100;

export function PlanItems({
  title,
  items,
  areChanges = false,
}: {
  readonly title: string;
  readonly items: readonly PlanItem[];
  readonly areChanges?: boolean;
}) {
  const [shown, setShown] = useState(shownAtOnce);
  if (items.length === 0) return null;
  return (
    <Card title={`${title} (${formatInteger(items.length)})`}>
      <ul className={styles['items']}>
        {items.slice(0, shown).map((item) => (
          <li key={`${item.kind} ${item.key}`}>
            {Object.keys(item.attributes ?? {}).length > 0 ? (
              <details>
                <summary>
                  <Name item={item} />
                </summary>
                <Values item={item} isChange={areChanges} />
              </details>
            ) : (
              <Name item={item} />
            )}
          </li>
        ))}
      </ul>
      {items.length > shown ? (
        <Button onClick={() => setShown(shown + 10 * shownAtOnce)}>
          Show more of {formatInteger(items.length - shown)}
        </Button>
      ) : null}
    </Card>
  );
}

function Name({ item: { kind, key } }: { readonly item: PlanItem }) {
  return (
    <span className={styles['name']}>
      {kindWords[kind]}{' '}
      {key === kind ? null : (
        <strong>
          <BreakableHost text={key} />
        </strong>
      )}
    </span>
  );
}

function Values({ item, isChange }: { readonly item: PlanItem; readonly isChange: boolean }) {
  const { replay } = item;
  return (
    <>
      {replay === undefined ? null : <p className={styles['replay']}>{replaySentences(replay).join(' ')}</p>}
      <dl className={styles['values']}>
        {valuesOf(item, isChange).map(({ name, lines }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {lines.map((line) => (
                <Line key={`${line.is} ${line.text}`} line={line} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Line({ line: { is, text } }: { readonly line: Value['lines'][number] }) {
  if (is === 'gone') return <del>{text}</del>;
  return is === 'new' ? <ins>{text}</ins> : <span>{text}</span>;
}
