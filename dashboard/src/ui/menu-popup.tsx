/** The part of a menu that opens; loaded when the first one is about to. */
import { Menu as Primitive } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import styles from './menu.module.css';
import { type ItemProps, MenuPartsContext } from './menu-parts.ts';

export function OpenMenu({
  trigger,
  align,
  children,
}: {
  readonly trigger: ReactElement;
  readonly align: 'start' | 'end';
  readonly children: ReactNode;
}) {
  return (
    <Primitive.Root defaultOpen>
      <Primitive.Trigger render={trigger} />
      <Primitive.Portal>
        <Primitive.Positioner sideOffset={6} align={align} className={styles['positioner']}>
          <Primitive.Popup className={styles['popup']}>
            <MenuPartsContext value={parts}>{children}</MenuPartsContext>
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const parts = { Item, Separator };

function Item({ icon, danger = false, disabled = false, onSelect, children }: ItemProps) {
  return (
    <Primitive.Item
      disabled={disabled}
      onClick={onSelect}
      className={[styles['item'], danger ? styles['danger'] : ''].join(' ')}
    >
      {icon}
      {children}
    </Primitive.Item>
  );
}

function Separator() {
  return <Primitive.Separator className={styles['separator']} />;
}
