/** The button, and the keys `/` and Ctrl or ⌘ with K, that open the search for another domain. */
import { ChevronsUpDown } from 'lucide-react';
import { lazy, useEffect, useState } from 'react';
import { LazyPopup } from '../../../ui/lazy-popup.tsx';
import styles from './domain-switcher.module.css';

const load = () => import('./domain-search.tsx');
const DomainSearch = lazy(async () => ({ default: (await load()).DomainSearch }));

export function DomainSwitcher() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (!isShortcut(event) || event.defaultPrevented) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  const trigger = (
    <button type="button" className={styles['trigger']} aria-keyshortcuts="/ Control+K Meta+K">
      Switch domain
      <ChevronsUpDown size={14} aria-hidden />
      <kbd className={styles['key']} aria-hidden>
        /
      </kbd>
    </button>
  );
  return (
    <LazyPopup trigger={trigger} kind="dialog" load={load} open={isOpen} onOpen={() => setOpen(true)}>
      <DomainSearch trigger={trigger} open={isOpen} onOpenChange={setOpen} />
    </LazyPopup>
  );
}

function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  // A dialog keeps the page behind it unreachable.
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return false;
  if ((ctrlKey || metaKey) && !altKey) return key.toLowerCase() === 'k';
  if (key !== '/' || altKey) return false;
  return !(
    target instanceof Element &&
    target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]')
  );
}
