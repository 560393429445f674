/** Says that a form has what was typed before it was closed, and offers to start over. */
import { useState } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import type { Draft } from './use-draft.ts';

export function DraftNotice({
  draft: { isDirty, clear },
  onStartOver,
}: {
  readonly draft: Pick<Draft<object>, 'isDirty' | 'clear'>;
  /** Forgets what a form keeps besides its draft. */
  readonly onStartOver?: () => void;
}) {
  const [wasLeft, setWasLeft] = useState(isDirty);
  if (!wasLeft || !isDirty) return null;
  return (
    <Notice
      action={
        <Button
          size="s"
          onClick={() => {
            clear();
            setWasLeft(false);
            onStartOver?.();
          }}
        >
          Start over
        </Button>
      }
    >
      These are the values you entered before closing the form.
    </Notice>
  );
}
