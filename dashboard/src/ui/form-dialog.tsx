/** A form in a dialog. What it made may be a secret, which is then shown this one time. States: *form* → *shown*. */
import { type ReactNode, useState } from 'react';
import { Dialog } from './dialog.tsx';
import { Form, type FormProps } from './form.tsx';
import { ShownOnce } from './shown-once.tsx';

export function FormDialog<Values extends object, Result>({
  title,
  description,
  onClose,
  shown,
  onSaved,
  ...form
}: Omit<FormProps<Values, Result>, 'onCancel'> & {
  readonly title: string;
  readonly description?: ReactNode;
  readonly onClose: () => void;
  /** Shown before the dialog closes; undefined where there is nothing to show. */
  readonly shown?: (result: Result) =>
    | {
        readonly title: string;
        readonly warning: string;
        readonly text: string;
        /** Of the button that copies it. */
        readonly label: string;
        readonly more?: ReactNode;
      }
    | undefined;
}) {
  const [secret, setSecret] = useState<ReturnType<NonNullable<typeof shown>>>();
  return (
    <Dialog
      open
      // A secret can't be shown again, so only the button closes the dialog.
      onOpenChange={(open) => (open || secret ? undefined : onClose())}
      title={secret?.title ?? title}
      description={secret ? undefined : description}
    >
      {secret ? (
        <ShownOnce warning={secret.warning} text={secret.text} label={secret.label} onDone={onClose}>
          {secret.more}
        </ShownOnce>
      ) : (
        <Form
          {...form}
          onCancel={onClose}
          onSaved={(result) => {
            onSaved?.(result);
            const next = shown?.(result);
            setSecret(next);
            if (next === undefined) onClose();
          }}
        />
      )}
    </Dialog>
  );
}
