/** The button, and the key `/`, that open the search for another domain. */
import { ChevronsUpDown } from 'lucide-react';
import { lazy, useCallback, useState } from 'react';
import { LazyPopup } from '../../../ui/lazy-popup.tsx';
import { useShortcut } from '../../../ui/use-shortcut.ts';
import styles from './domain-switcher.module.css';

const load = () => import('./domain-search.tsx');
const DomainSearch = lazy(async () => ({ default: (await load()).DomainSearch }));

export function DomainSwitcher() {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  useShortcut(isSlash, open);
  const trigger = (
    <button type="button" className={styles['trigger']} aria-keyshortcuts="/">
      Switch domain
      <ChevronsUpDown size={14} aria-hidden />
      <kbd className={styles['key']} aria-hidden>
        /
      </kbd>
    </button>
  );
  return (
    <LazyPopup trigger={trigger} kind="dialog" load={load} open={isOpen} onOpen={open}>
      <DomainSearch trigger={trigger} open={isOpen} onOpenChange={setOpen} />
    </LazyPopup>
  );
}

function isSlash({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey) return false;
  return !(
    target instanceof Element &&
    target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]')
  );
}
