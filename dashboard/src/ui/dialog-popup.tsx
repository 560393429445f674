/** Modal dialogs as they are shown: focus stays inside, and Escape closes them. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Primitive } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../api/api-error.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { type ConfirmProps, DialogActions, type DialogProps } from './dialog.tsx';
import { FieldStack, TextField } from './field.tsx';
import { Notice } from './notice.tsx';
import { useOpener } from './use-opener.ts';
import { useSave } from './use-save.ts';

export function DialogPopup({ open, onOpenChange, title, description, size = 'm', children }: DialogProps) {
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

export function ConfirmPopup<Result>({
  title,
  children,
  action,
  typed,
  send,
  onClose,
  onSaved,
  ...options
}: ConfirmProps<Result>) {
  const opener = useOpener(true);
  const [text, setText] = useState('');
  const isTyped = typed === undefined || text.trim() === typed;
  const { isBusy, failure, run } = useSave<Result>({
    ...options,
    onSaved: (result) => {
      onSaved?.(result);
      onClose();
    },
  });
  const confirm = (event: FormEvent): void => {
    event.preventDefault();
    if (isTyped) void run(send);
  };
  return (
    <AlertDialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={styles['backdrop']} />
        <AlertDialog.Viewport className={styles['viewport']}>
          <AlertDialog.Popup finalFocus={opener} className={styles['popup']}>
            <AlertDialog.Title className={styles['title']}>{title}</AlertDialog.Title>
            <AlertDialog.Description className={styles['description']} render={<div />}>
              {children}
            </AlertDialog.Description>
            <form onSubmit={confirm} noValidate>
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
                  <Button type="submit" variant="danger" busy={isBusy} disabled={!isTyped}>
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
