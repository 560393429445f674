/**
 * Remembers what had the focus when a dialog opened, and gives it back. The dialog cannot do so by itself: a field in
 * it that takes the focus as it appears has it before the dialog looks.
 */
import { useEffect, useState } from 'react';

export function useOpener(open: boolean): () => HTMLElement | true {
  const [before, setBefore] = useState<{ readonly open: boolean; readonly opener: HTMLElement | null }>({
    open: false,
    opener: null,
  });
  const { opener } = before;
  if (open !== before.open) setBefore({ open, opener: open ? focused() : opener });
  useEffect(() => {
    if (opener === null) return;
    // A dialog that is taken away at once, with the address that it stood in, is never asked.
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) opener.focus();
      });
    };
  }, [opener]);
  return () => (opener?.isConnected === true ? opener : true);
}

/** What has the focus; for the item of a menu the button that opened the menu, as the item goes. */
function focused(): HTMLElement | null {
  const element = document.activeElement;
  const triggerId = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '';
  const trigger = triggerId === '' ? null : document.getElementById(triggerId);
  if (trigger) return trigger;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}
