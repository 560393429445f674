/** Modal dialogs. The library behind them is a third of what a page may load, and comes when the first one opens. */
import { lazy, type ReactNode, Suspense } from 'react';
import styles from './dialog.module.css';
import type { SaveOptions } from './use-save.ts';

const DialogPopup = lazy(async () => ({ default: (await import('./dialog-popup.tsx')).DialogPopup }));
const ConfirmPopup = lazy(async () => ({ default: (await import('./dialog-popup.tsx')).ConfirmPopup }));

export type DialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly size?: 'm' | 'l';
  readonly children: ReactNode;
};

export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  );
}

export type ConfirmProps<Result> = SaveOptions<Result> & {
  readonly title: string;
  readonly children: ReactNode;
  /** The button's label, such as `Delete redirect`. */
  readonly action: string;
  /** A name the user must type first, for anything that deletes data. */
  readonly typed?: string | undefined;
  readonly send: () => Promise<Result>;
  readonly onClose: () => void;
};

/** Confirms something that can't be undone. Stays open and shows the API's message if it fails. */
export function ConfirmDialog(props: ConfirmProps<unknown>) {
  return (
    <Suspense>
      <ConfirmPopup {...props} />
    </Suspense>
  );
}

/** A dialog's buttons; the primary one comes last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}
