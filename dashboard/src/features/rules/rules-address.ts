/** What the address of the page says: which rule is open over the list, and whether the tester is. */

import { useAddress } from '../../ui/address.ts';
import { useDialogs } from '../../ui/use-address-dialog.ts';

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
  const { search, ...dialogs } = useDialogs(withOpen);
  const [, setSearch] = useAddress();
  return {
    ...dialogs,
    opened: readOpen(search),
    isTesting: search.has('test'),
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
