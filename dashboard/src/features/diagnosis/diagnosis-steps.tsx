/** The steps of a diagnosis in causal order. Source: docs/reference/diagnosis.md ("Steps"). */
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react';
import { formatResponseTime } from '../../format/numbers.ts';
import styles from './diagnosis.module.css';
import type { Diagnosis } from './diagnosis-query.ts';

type Step = Diagnosis['steps'][number];

const names: Record<Step['step'], string> = {
  delegation: 'Delegation',
  addresses: 'Addresses',
  caa: 'CAA',
  reachable: 'Reachable',
  handshake: 'TLS handshake',
  certificate: 'Certificate',
  route: 'Route',
  upstream: 'Upstream',
  traffic: 'Traffic',
  renewal: 'Renewal',
};

const states = {
  ok: { Icon: CircleCheck, text: 'OK' },
  failed: { Icon: CircleX, text: 'Failed' },
  skipped: { Icon: CircleHelp, text: 'Not known' },
} as const;

export function DiagnosisSteps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className={styles['steps']} aria-label="Steps">
      {steps.map(({ step, state, detail, seconds }) => {
        const { Icon, text } = states[state];
        return (
          <li key={step} data-state={state}>
            <Icon size={17} aria-hidden />
            <span className={styles['name']}>{names[step]}</span>{' '}
            <span className={styles['state']}>{text}</span>{' '}
            <span className={styles['seconds']}>{formatResponseTime(seconds)}</span>
            <p>{detail}</p>
          </li>
        );
      })}
    </ol>
  );
}
