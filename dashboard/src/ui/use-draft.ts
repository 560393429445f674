/**
 * A form's values, kept after it closes, so a dialog closed by mistake reopens as it was. They stay in
 * memory, so no secret reaches a disk, and are cleared when the form is submitted.
 */
import { useCallback, useEffect, useState } from 'react';

const drafts = new Map<string, unknown>();

export type Draft<Values> = {
  readonly values: Values;
  readonly change: (change: Partial<Values>) => void;
  /** Clears the draft, after submitting or to start over. */
  readonly clear: () => void;
  readonly isDirty: boolean;
};

/**
 * `key` names the form and what it edits, such as `redirect:new`; without one nothing is kept. While a draft differs from
 * `initial`, leaving the page asks first.
 */
export function useDraft<Values extends object>(key: string | undefined, initial: Values): Draft<Values> {
  const [values, setValues] = useState<Values>(
    // Only this hook writes drafts, under one key always the same kind of values.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    () => (drafts.get(key ?? '') as Values | undefined) ?? initial,
  );
  const [isDirty, setDirty] = useState(() => drafts.has(key ?? ''));
  const change = useCallback(
    (changed: Partial<Values>) => {
      if (key !== undefined) setDirty(true);
      setValues((before) => {
        const next = { ...before, ...changed };
        if (key !== undefined) drafts.set(key, next);
        return next;
      });
    },
    [key],
  );
  const clear = useCallback(() => {
    drafts.delete(key ?? '');
    setDirty(false);
    setValues(initial);
    // The initial values are a new object on each render, so only the key identifies a form.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key]);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
  return { values, change, clear, isDirty };
}
