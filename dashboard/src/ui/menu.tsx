/** A menu of actions behind a button. */
import { lazy, type ReactElement, type ReactNode, use } from 'react';
import { LazyPopup, type TriggerProps } from './lazy-popup.tsx';
import { type ItemProps, MenuPartsContext } from './menu-parts.ts';

const load = () => import('./menu-popup.tsx');
const OpenMenu = lazy(async () => ({ default: (await load()).OpenMenu }));

export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  /** The button that opens it. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
}) {
  return (
    <LazyPopup trigger={trigger} kind="menu" load={load}>
      <OpenMenu trigger={trigger} align={align}>
        {children}
      </OpenMenu>
    </LazyPopup>
  );
}

export function MenuItem(props: ItemProps) {
  const parts = use(MenuPartsContext);
  return parts ? <parts.Item {...props} /> : null;
}

export function MenuSeparator() {
  const parts = use(MenuPartsContext);
  return parts ? <parts.Separator /> : null;
}
