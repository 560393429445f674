/** The frame around every page: navigation in a sidebar, on phones behind a menu button. */
import { Menu as MenuIcon, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { places } from '../places.ts';
import { IconButton } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AccountPanel } from './account-panel.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { FailureBoundary } from './failure-boundary.tsx';
import { Logo } from './logo.tsx';
import { PaletteButton } from './palette-button.tsx';
import styles from './shell.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

export function Shell() {
  const [isOpen, setOpen] = useState(false);
  const { pathname, key } = useLocation();
  const main = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const isFirst = useRef(true);
  // Closed while the next place is rendered, which may be one of the same page and scrolls into view then.
  const [shownKey, setShownKey] = useState(key);
  if (key !== shownKey) {
    setShownKey(key);
    setOpen(false);
  }
  useEffect(() => {
    // Keyboard and screen reader users continue in the new page.
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className={styles['shell']}>
      <a href="#content" className={styles['skip']}>
        Skip to content
      </a>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape in any of its links and buttons */}
      <header
        className={styles['side']}
        data-open={isOpen || undefined}
        onKeyDown={(event) => {
          // A dialog that was opened here is elsewhere in the page.
          if (event.key !== 'Escape' || !isOpen || document.activeElement?.closest('[role=dialog]')) return;
          setOpen(false);
          // A link that had the focus is hidden now.
          toggle.current?.focus();
        }}
      >
        <div className={styles['brand']}>
          <NavLink to="/overview" className={styles['home'] ?? ''}>
            <Logo />
            Nameplate
          </NavLink>
          <span className={styles['toggle']}>
            <IconButton
              label={isOpen ? 'Close navigation' : 'Open navigation'}
              ref={toggle}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? <X size={20} aria-hidden /> : <MenuIcon size={20} aria-hidden />}
            </IconButton>
          </span>
        </div>
        <div className={styles['find']}>
          <PaletteButton />
        </div>
        <nav aria-label="Main" className={styles['nav']}>
          {places.map(({ path, label, Icon }) => (
            <NavLink
              key={path}
              to={path.replace('/*', '')}
              className={({ isActive }) => (isActive ? styles['here'] : styles['link']) ?? ''}
            >
              <Icon size={17} aria-hidden />
              {label}
            </NavLink>
          ))}
        </nav>
        <div className={styles['foot']}>
          <AccountPanel />
          <ThemeSwitch />
        </div>
      </header>
      <main id="content" ref={main} tabIndex={-1} className={styles['main']}>
        <ConnectionBanner />
        <FailureBoundary page={pathname}>
          <Suspense fallback={<Skeleton lines={6} />}>
            <Outlet />
          </Suspense>
        </FailureBoundary>
      </main>
    </div>
  );
}
