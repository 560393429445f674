/** A small surface beside the button that opens it. Pages load it with `LazyPopup`. */
import { Popover as Primitive } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import type { TriggerProps } from './lazy-popup.tsx';
import styles from './popover.module.css';

export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  align = 'end',
  children,
}: {
  /** The button that opens it; it must pass props and ref on, as `Button` does. */
  readonly trigger: ReactElement<TriggerProps>;
  /** What screen readers call it. */
  readonly label: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}) {
  return (
    <Primitive.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Primitive.Trigger render={trigger} />
      <Primitive.Portal>
        <Primitive.Positioner
          sideOffset={6}
          align={align}
          collisionPadding={8}
          className={styles['positioner']}
        >
          <Primitive.Popup className={styles['popup']} aria-label={label}>
            {children}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
