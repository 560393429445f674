/** What the address of the page says: which rule is open over the list, and whether the tester is. */
import { useLocation, useNavigate, useSearchParams } from 'react-router';

export type OpenRule =
  | {
      readonly kind: 'new';
      /** Of requests that aren't found: their redirect comes before all rules. */
      readonly path?: string | undefined;
    }
  /** By its place from 1. */
  | { readonly kind: 'edit'; readonly place: number };

function readOpen(search: URLSearchParams): OpenRule | undefined {
  if (search.has('new')) return { kind: 'new', path: search.get('path') ?? undefined };
  const place = search.get('rule') ?? '';
  return /^[1-9]\d{0,5}$/.test(place) ? { kind: 'edit', place: Number(place) } : undefined;
}

function withOpen(search: URLSearchParams, open: OpenRule | undefined): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('new');
  next.delete('path');
  next.delete('rule');
  if (open?.kind === 'new') next.set('new', '');
  else if (open) next.set('rule', String(open.place));
  return next;
}

export function useRulesAddress() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const location = useLocation();
  const wasOpenedHere: unknown = location.state;
  return {
    opened: readOpen(search),
    isTesting: search.has('test'),
    open: (rule: OpenRule) => setSearch((now) => withOpen(now, rule), { state: 'opened-here' }),
    close: () => {
      // Back to where it was opened, so that the way back does not open it again.
      if (wasOpenedHere === 'opened-here') void navigate(-1);
      else setSearch((now) => withOpen(now, undefined), { replace: true });
    },
    test: (isTesting: boolean) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          if (isTesting) next.set('test', '');
          else next.delete('test');
          return next;
        },
        { replace: true },
      ),
  };
}
