/** Modal dialogs: focus stays inside, and Escape closes them. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Primitive } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { FieldStack, TextField } from './field.tsx';
import { Notice } from './notice.tsx';
import { useOpener } from './use-opener.ts';

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'm',
  children,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly size?: 'm' | 'l';
  readonly children: ReactNode;
}) {
  const opener = useOpener(open);
  return (
    <Primitive.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Primitive.Portal>
        <Primitive.Backdrop className={styles['backdrop']} />
        <Primitive.Viewport className={styles['viewport']}>
          <Primitive.Popup
            finalFocus={opener}
            className={[styles['popup'], size === 'l' ? styles['large'] : ''].join(' ')}
          >
            <div className={styles['head']}>
              <Primitive.Title className={styles['title']}>{title}</Primitive.Title>
              <Primitive.Close className={styles['close']} aria-label="Close">
                <X size={18} aria-hidden />
              </Primitive.Close>
            </div>
            {description === undefined ? null : (
              <Primitive.Description className={styles['description']}>{description}</Primitive.Description>
            )}
            {children}
          </Primitive.Popup>
        </Primitive.Viewport>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** A dialog's buttons; the primary one comes last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}

/** Confirms something that can't be undone. Stays open and shows the API's message if it fails. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  action,
  typed,
  onConfirm,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly children: ReactNode;
  /** The button's label, such as `Delete redirect`. */
  readonly action: string;
  /** A name the user must type first, for anything that deletes data. */
  readonly typed?: string | undefined;
  readonly onConfirm: () => Promise<unknown>;
}) {
  const opener = useOpener(open);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  const [text, setText] = useState('');
  const isTyped = typed === undefined || text.trim() === typed;
  const change = (isOpen: boolean): void => {
    setText('');
    onOpenChange(isOpen);
  };
  const confirm = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isTyped) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
      change(false);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => change(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles['backdrop']} />
        <AlertDialog.Viewport className={styles['viewport']}>
          <AlertDialog.Popup finalFocus={opener} className={styles['popup']}>
            <AlertDialog.Title className={styles['title']}>{title}</AlertDialog.Title>
            <AlertDialog.Description className={styles['description']} render={<div />}>
              {children}
            </AlertDialog.Description>
            <form onSubmit={(event) => void confirm(event)} noValidate>
              <FieldStack>
                {typed === undefined ? null : (
                  <TextField
                    label={`Type ${typed} to confirm`}
                    autoCapitalize="off"
                    value={text}
                    onChange={(event) => setText(event.target.value)}
                  />
                )}
                {failure === undefined ? null : <Notice tone="danger">{sentenceOf(failure)}</Notice>}
                <DialogActions>
                  <AlertDialog.Close render={<Button>Cancel</Button>} />
                  <Button type="submit" variant="danger" busy={busy} disabled={!isTyped}>
                    {action}
                  </Button>
                </DialogActions>
              </FieldStack>
            </form>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
