/** The entries of an open menu. A menu's children get them from the library, which is loaded when the menu opens. */
import { type ComponentType, createContext, type ReactNode } from 'react';

export type ItemProps = {
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
};

type MenuParts = { readonly Item: ComponentType<ItemProps>; readonly Separator: ComponentType };

export const MenuPartsContext = createContext<MenuParts | undefined>(undefined);
