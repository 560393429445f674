/** The frame around every page: navigation in a sidebar, on phones behind a menu button. */
import {
  FileBadge,
  Gauge,
  Globe,
  History,
  KeyRound,
  ListOrdered,
  Menu as MenuIcon,
  Server,
  Signpost,
  Users,
  Webhook,
  X,
} from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { IconButton } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AccountPanel } from './account-panel.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { FailureBoundary } from './failure-boundary.tsx';
import { Logo } from './logo.tsx';
import styles from './shell.module.css';
import { ThemeSwitch } from './theme-switch.tsx';

const places = [
  { to: '/domains', label: 'Domains', Icon: Globe },
  { to: '/redirects', label: 'Redirects', Icon: Signpost },
  { to: '/rules', label: 'Rules', Icon: ListOrdered },
  { to: '/certificates', label: 'Certificates', Icon: FileBadge },
  { to: '/upstreams', label: 'Upstreams', Icon: Server },
  { to: '/webhooks', label: 'Webhooks', Icon: Webhook },
  { to: '/usage', label: 'Usage', Icon: Gauge },
  { to: '/tokens', label: 'Access tokens', Icon: KeyRound },
  { to: '/members', label: 'Members', Icon: Users },
  { to: '/activity', label: 'Activity', Icon: History },
];

export function Shell() {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    setOpen(false);
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
          if (event.key !== 'Escape' || !isOpen) return;
          setOpen(false);
          // A link that had the focus is hidden now.
          toggle.current?.focus();
        }}
      >
        <div className={styles['brand']}>
          <NavLink to="/domains" className={styles['home'] ?? ''}>
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
        <nav aria-label="Main" className={styles['nav']}>
          {places.map(({ to, label, Icon }) => (
            <NavLink
              key={to}
              to={to}
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
