/** Cards in a grid, two in a row where they fit. */
import type { ReactNode } from 'react';
import styles from './card-grid.module.css';

export function CardGrid({ children }: { readonly children: ReactNode }) {
  return <div className={styles['cards']}>{children}</div>;
}

/** A card that takes a whole row. */
export function WideCard({ children }: { readonly children: ReactNode }) {
  return <div className={styles['wide']}>{children}</div>;
}
