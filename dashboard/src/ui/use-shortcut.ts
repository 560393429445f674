/** A key that acts wherever the focus is, except behind a dialog, which keeps the page unreachable. */
import { useEffect } from 'react';

/** `isKey` is the same function on every render. */
export function useShortcut(isKey: (event: KeyboardEvent) => boolean, act: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isKey(event)) return;
      // Nor does the browser's own meaning of the key.
      event.preventDefault();
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') === null) act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isKey, act]);
}
