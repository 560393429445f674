/** Tabs that are pages of their own, so that each has an address. */
import { NavLink } from 'react-router';
import styles from './tabs.module.css';

export function PageTabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly label: string }[];
}) {
  return (
    <nav aria-label={label} className={styles['tabs']}>
      {tabs.map((tab) => (
        <NavLink
          key={tab.to}
          to={tab.to}
          className={({ isActive }) => (isActive ? styles['active'] : styles['tab']) ?? ''}
        >
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}
