/** Focuses the first invalid field after a failed submit, as it may be out of view. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Call `failed` when a form wasn't submitted. */
export function useProblemFocus(): {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly failed: () => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    // After the errors are rendered.
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  return { form, failed: useCallback(() => setAttempts((before) => before + 1), []) };
}
