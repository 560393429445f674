/** The end of a dialog that made a secret: it is shown this one time, and only the button leads on. */
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { DialogActions } from './dialog.tsx';
import { FieldStack } from './field.tsx';
import { Notice } from './notice.tsx';
import { Secret } from './secret.tsx';

export function ShownOnce({
  warning,
  text,
  label,
  children,
  onDone,
}: {
  /** Why it has to be copied now. */
  readonly warning: ReactNode;
  readonly text: string;
  /** Of the button that copies it, such as `Copy the token`. */
  readonly label: string;
  /** What else there is to say. */
  readonly children?: ReactNode;
  readonly onDone: () => void;
}) {
  return (
    <FieldStack>
      <Notice tone="warning">{warning}</Notice>
      <Secret text={text} label={label} />
      {children}
      <DialogActions>
        <Button variant="primary" onClick={onDone}>
          I have copied it
        </Button>
      </DialogActions>
    </FieldStack>
  );
}
