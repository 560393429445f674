/** A dialog that the address opens, such as `?new`, so that it can be linked. Closing it goes back to where it was opened. */
import { useLocation, useNavigate } from 'react-router';
import { useAddress } from './address.ts';

/** `withDialog` gives a query string the dialog that is open; undefined: none. */
export function useDialogs<Dialog>(
  withDialog: (search: URLSearchParams, dialog: Dialog | undefined) => URLSearchParams,
): {
  readonly search: URLSearchParams;
  readonly open: (dialog: Dialog) => void;
  readonly close: () => void;
} {
  const [search, setSearch] = useAddress();
  const navigate = useNavigate();
  const location = useLocation();
  const wasOpenedHere: unknown = location.state;
  return {
    search,
    open: (dialog) => setSearch((now) => withDialog(now, dialog), { state: 'opened-here' }),
    close: () => {
      // Back to where it was opened, so that the way back does not open it again.
      if (wasOpenedHere === 'opened-here') void navigate(-1);
      else setSearch((now) => withDialog(now, undefined), { replace: true });
    },
  };
}

export function useAddressDialog(name: string): {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
} {
  const { search, open, close } = useDialogs<true>((before, isOpen) => {
    const next = new URLSearchParams(before);
    if (isOpen) next.set(name, '');
    else next.delete(name);
    return next;
  });
  return { isOpen: search.has(name), open: () => open(true), close };
}
