/**
 * Restores the focus when a dialog closes. The dialog can't do that itself: a field with
 * autofocus takes the focus before the dialog records where it was.
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
    // A dialog that is unmounted, such as by navigation, never restores the focus itself.
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) opener.focus();
      });
    };
  }, [opener]);
  return () => (opener?.isConnected === true ? opener : true);
}

/** The focused element; for a menu item the menu's button, as the item disappears. */
function focused(): HTMLElement | null {
  const element = document.activeElement;
  const triggerId = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '';
  const trigger = triggerId === '' ? null : document.getElementById(triggerId);
  if (trigger) return trigger;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}
