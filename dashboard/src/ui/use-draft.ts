/**
 * The values of a form that outlive it: a dialog that was closed by mistake opens as it was left. They are held in
 * memory only, so nothing secret reaches a disk, and are gone when the form was sent.
 */
import { useCallback, useEffect, useState } from 'react';

const drafts = new Map<string, unknown>();

export type Draft<Values> = {
  readonly values: Values;
  readonly change: (change: Partial<Values>) => void;
  /** Forgets what was typed: the form was sent, or is to begin anew. */
  readonly clear: () => void;
  readonly isDirty: boolean;
};

/** `key` names the form and what it edits, such as `redirect:new`. While a draft differs from `initial`, leaving the page asks first. */
export function useDraft<Values extends object>(key: string, initial: Values): Draft<Values> {
  const [values, setValues] = useState<Values>(
    // Only this hook writes drafts, under one key always the same kind of values.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    () => (drafts.get(key) as Values | undefined) ?? initial,
  );
  const [isDirty, setDirty] = useState(() => drafts.has(key));
  const change = useCallback(
    (changed: Partial<Values>) => {
      setDirty(true);
      setValues((before) => {
        const next = { ...before, ...changed };
        drafts.set(key, next);
        return next;
      });
    },
    [key],
  );
  const clear = useCallback(() => {
    drafts.delete(key);
    setDirty(false);
    setValues(initial);
    // The initial values are made anew on each render; only the key tells forms apart.
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
