/** Tabs that are pages of their own, so that each has an address. */
import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import styles from './tabs.module.css';

export function PageTabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly {
    readonly to: string;
    readonly label: string;
    /** Its address is the beginning of the others'. */
    readonly end?: boolean;
  }[];
}) {
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the current tab may be out of sight. Unlike `scrollIntoView` this leaves the page where it is.
  useEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (!bar.current || !current) return;
    bar.current.scrollLeft =
      current.offsetLeft - bar.current.offsetLeft - (bar.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav ref={bar} aria-label={label} className={styles['tabs']}>
      {tabs.map((tab) => (
        <NavLink
          key={tab.to}
          to={tab.to}
          end={tab.end ?? false}
          className={({ isActive }) => (isActive ? styles['active'] : styles['tab']) ?? ''}
        >
          {tab.label}
        </NavLink>
      ))}
    </nav>
  );
}
