/** Leads to the first field that is wrong after an attempt to send a form: it may be out of sight. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** `failed` is to be called when a form was not sent. */
export function useProblemFocus(): {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly failed: () => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    // After the render that shows what is wrong.
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return { form, failed: useCallback(() => setAttempts((before) => before + 1), []) };
}
