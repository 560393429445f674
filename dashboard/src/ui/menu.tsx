/**
 * A menu of actions behind a button. Until it is opened it is that button alone: the library behind it is a third of
 * what the first page may load.
 */
import {
  type ComponentType,
  cloneElement,
  createContext,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  use,
  useState,
} from 'react';

const load = () => import('./menu-popup.tsx');
const OpenMenu = lazy(async () => ({ default: (await load()).OpenMenu }));

export type ItemProps = {
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
};

type MenuParts = { readonly Item: ComponentType<ItemProps>; readonly Separator: ComponentType };

export const MenuPartsContext = createContext<MenuParts | undefined>(undefined);

export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  /** The button that opens it; it must pass props and ref on, as `Button` and `IconButton` do. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly children: ReactNode;
  readonly align?: 'start' | 'end';
}) {
  const [wasOpened, setWasOpened] = useState(false);
  const closed = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setWasOpened(true),
    onPointerEnter: preload,
    onFocus: preload,
  });
  if (!wasOpened) return closed;
  return (
    <Suspense fallback={closed}>
      <OpenMenu trigger={trigger} align={align}>
        {children}
      </OpenMenu>
    </Suspense>
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

function preload(): void {
  // A failure shows when the menu is opened.
  load().catch(() => {});
}

type TriggerProps = {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
};
