/**
 * Tabs within a card: several lists in one place, one shown. Arrow keys, Home and End move between them.
 * Source: WAI-ARIA Authoring Practices, "Tabs Pattern" with automatic activation.
 */
import { createContext, type KeyboardEvent, type ReactNode, use, useId, useMemo } from 'react';
import styles from './list-tabs.module.css';

type TabsState = {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

const TabsContext = createContext<TabsState>({ id: '', value: '', onChange: () => {} });

export function ListTabs({
  value,
  onChange,
  children,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}) {
  const id = useId();
  const state = useMemo(() => ({ id, value, onChange }), [id, value, onChange]);
  return <TabsContext value={state}>{children}</TabsContext>;
}

export function ListTabBar({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly value: string; readonly label: string }[];
}) {
  const { id, value: selected, onChange } = use(TabsContext);
  const move = (event: KeyboardEvent<HTMLElement>, at: number): void => {
    const to = nextTab(event.key, at, tabs.length);
    const next = to === undefined ? undefined : tabs[to];
    if (to === undefined || next === undefined) return;
    event.preventDefault();
    onChange(next.value);
    event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={styles['bar']}>
      {tabs.map(({ value, label: text }, index) => (
        <button
          key={value}
          type="button"
          role="tab"
          id={`${id}${value}`}
          aria-selected={value === selected}
          aria-controls={value === selected ? `${id}panel` : undefined}
          tabIndex={value === selected ? 0 : -1}
          onClick={() => onChange(value)}
          onKeyDown={(event) => move(event, index)}
          className={styles['tab']}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** What the selected tab shows. */
export function ListTabPanel({ children }: { readonly children: ReactNode }) {
  const { id, value } = use(TabsContext);
  return (
    <div
      role="tabpanel"
      id={`${id}panel`}
      aria-labelledby={`${id}${value}`}
      tabIndex={-1}
      className={styles['panel']}
    >
      {children}
    </div>
  );
}

function nextTab(key: string, at: number, length: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % length;
    case 'ArrowLeft':
      return (at + length - 1) % length;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return undefined;
  }
}
