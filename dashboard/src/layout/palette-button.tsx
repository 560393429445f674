/** The button, and Ctrl or on a Mac ⌘ with K, that open the search for a domain, a page or a setting. */
import { Search } from 'lucide-react';
import { lazy, useCallback, useState } from 'react';
import { LazyPopup } from '../ui/lazy-popup.tsx';
import { useShortcut } from '../ui/use-shortcut.ts';
import styles from './palette-button.module.css';

const load = () => import('../features/palette/palette.tsx');
const Palette = lazy(async () => ({ default: (await load()).Palette }));

const isMac = /Mac|iP/.test(navigator.platform);

export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  useShortcut(isPaletteKey, open);
  const trigger = (
    <button type="button" className={styles['trigger']} aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}>
      <Search size={16} aria-hidden />
      Go to
      <kbd className={styles['key']} aria-hidden>
        {isMac ? '⌘K' : 'Ctrl K'}
      </kbd>
    </button>
  );
  return (
    <LazyPopup trigger={trigger} kind="dialog" load={load} open={isOpen} onOpen={open}>
      <Palette trigger={trigger} open={isOpen} onOpenChange={setOpen} />
    </LazyPopup>
  );
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';
}
