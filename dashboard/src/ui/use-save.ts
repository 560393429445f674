/**
 * One write at a time: busy while it is under way, then a message, fresh lists and what follows; or the failure, to show
 * where it belongs. Nothing that was sent or answered is kept, as it may be a secret.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changed } from '../api/changed.ts';
import { useToast } from './toast.tsx';

export type SaveOptions<Result> = {
  /** Keys of the resources that it changes. */
  readonly changes?: readonly string[];
  /** The uuids of what it deletes, which is not asked for again. */
  readonly deletes?: readonly string[];
  /** What the message says. */
  readonly done?: string | ((result: Result) => string | undefined) | undefined;
  readonly onSaved?: ((result: Result) => void) | undefined;
  /** Failures are messages too, where nothing else shows them. */
  readonly toastsFailures?: boolean;
};

export type Save<Result> = {
  readonly isBusy: boolean;
  /** Of the last attempt. */
  readonly failure: unknown;
  readonly reset: () => void;
  /** Tells whether it was saved. */
  readonly run: (send: () => Promise<Result>) => Promise<boolean>;
};

export function useSave<Result = unknown>({
  changes = [],
  deletes = [],
  done,
  onSaved,
  toastsFailures = false,
}: SaveOptions<Result>): Save<Result> {
  const queryClient = useQueryClient();
  const toast = useToast();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  return {
    isBusy,
    failure,
    reset: () => setFailure(undefined),
    run: async (send) => {
      setBusy(true);
      setFailure(undefined);
      try {
        const result = await send();
        const text = typeof done === 'function' ? done(result) : done;
        if (text !== undefined) toast.done(text);
        onSaved?.(result);
        void changed(queryClient, changes, deletes);
        return true;
      } catch (error) {
        if (toastsFailures) toast.failed(error);
        else setFailure(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
