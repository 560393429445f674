/**
 * A button whose popup's code is loaded when the button is pointed at, focused or pressed. Until then it is that
 * button alone, as the library behind popups is a third of what the first page may load.
 */
import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';

/** What the button must pass on, as `Button` and `IconButton` do. */
export type TriggerProps = {
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
};

/** What a popup gets that is loaded with its first opening. */
export type PopupProps = {
  /** The button that opens it. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

export function LazyPopup({
  trigger,
  kind,
  load,
  open = false,
  onOpen,
  children,
}: {
  readonly trigger: ReactElement<TriggerProps>;
  readonly kind: 'menu' | 'dialog';
  readonly load: () => Promise<unknown>;
  /** Opens it without a press, such as for a keyboard shortcut. */
  readonly open?: boolean;
  readonly onOpen?: () => void;
  /** The popup with the same button; rendered from the first opening on. */
  readonly children: ReactNode;
}) {
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  const preload = (): void => {
    // A failure shows when the popup is opened.
    load().catch(() => {});
  };
  const closed = cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onClick: () => {
      setWasOpened(true);
      onOpen?.();
    },
    onPointerEnter: preload,
    onFocus: preload,
  });
  return wasOpened ? <Suspense fallback={closed}>{children}</Suspense> : closed;
}
