/** The records to set, each part with a button that copies it, and whether DNS has it. */
import { CircleAlert, CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import type { Comparison, RecordState } from './compare-records.ts';
import styles from './dns-record-table.module.css';

const states: Record<RecordState, { readonly text: string; readonly Icon: typeof CircleCheck }> = {
  right: { text: 'Found', Icon: CircleCheck },
  missing: { text: 'Missing', Icon: CircleX },
  wrong: { text: 'Different', Icon: CircleAlert },
  unknown: { text: 'Not checked', Icon: CircleDashed },
};

export function DnsRecordTable({ wanted }: { readonly wanted: Comparison['wanted'] }) {
  return (
    <table className={styles['records']} aria-label="DNS records to set">
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
          <th scope="col">In DNS</th>
        </tr>
      </thead>
      <tbody>
        {wanted.map(({ record: { type, name, value }, state }) => {
          const { text, Icon } = states[state];
          return (
            <tr key={`${type} ${name} ${value}`}>
              <td className={styles['type']}>
                <span>{type}</span>
              </td>
              <td data-label="Name">
                <span className={styles['part']}>
                  <code>{name}</code>
                  <CopyButton text={name} label={`Copy the name ${name}`} />
                </span>
              </td>
              <td data-label="Value">
                <span className={styles['part']}>
                  <code>{value}</code>
                  <CopyButton text={value} label={`Copy the value ${value}`} />
                </span>
              </td>
              <td className={styles['state']} data-state={state}>
                <span>
                  <Icon size={16} aria-hidden />
                  {text}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
