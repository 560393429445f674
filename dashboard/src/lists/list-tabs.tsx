/** Tabs within a card: several lists in one place, one shown. */
import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './list-tabs.module.css';

export function ListTabs<Value extends string>({
  value,
  onChange,
  children,
}: {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly children: ReactNode;
}) {
  return (
    <Tabs.Root value={value} onValueChange={onChange}>
      {children}
    </Tabs.Root>
  );
}

export function ListTabBar({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly value: string; readonly label: string }[];
}) {
  return (
    <Tabs.List aria-label={label} activateOnFocus className={styles['bar']}>
      {tabs.map((tab) => (
        <Tabs.Tab key={tab.value} value={tab.value} className={styles['tab']}>
          {tab.label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}

export function ListTabPanel({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return (
    <Tabs.Panel value={value} className={styles['panel']} tabIndex={-1}>
      {children}
    </Tabs.Panel>
  );
}
