/** Whether a customer may lead visitors here, and what is missing for it. */
import { CircleCheck, CircleDashed } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import type { CustomDomain } from '../domain-queries.ts';
import styles from './readiness.module.css';
import { readinessSentence, readinessSteps } from './readiness-steps.ts';

export function Readiness({ domain }: { readonly domain: CustomDomain }) {
  return (
    <Card title={domain.ready ? 'Ready' : 'Getting ready'}>
      <p role="status" className={styles['sentence']}>
        {readinessSentence(domain)}
      </p>
      <ul className={styles['steps']} aria-label="What it takes">
        {readinessSteps(domain).map(({ name, isDone, says }) => {
          const Icon = isDone ? CircleCheck : CircleDashed;
          return (
            <li key={name} data-done={isDone || undefined}>
              <Icon size={16} aria-hidden />
              <span>
                {name} <span className={styles['says']}>{says}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
