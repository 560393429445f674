/** A dialog that the address opens, such as `?new`, so that it can be linked. Closing it goes back to where it was opened. */
import { useLocation, useNavigate, useSearchParams } from 'react-router';

export function useAddressDialog(name: string): {
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
} {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const state: unknown = location.state;
  const change =
    (isOpen: boolean) =>
    (before: URLSearchParams): URLSearchParams => {
      const next = new URLSearchParams(before);
      if (isOpen) next.set(name, '');
      else next.delete(name);
      return next;
    };
  return {
    isOpen: search.has(name),
    open: () => setSearch(change(true), { state: 'opened-here' }),
    close: () => {
      if (state === 'opened-here') void navigate(-1);
      else setSearch(change(false), { replace: true });
    },
  };
}
