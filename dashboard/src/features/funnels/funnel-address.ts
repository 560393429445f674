/** Where the address of a page of funnels leads when it loses what belongs to one funnel. */
import { searchText } from '../../ui/address.ts';

const names = ['step', 'scope', 'by', 'sort', 'page'];

/** Days and filters stay. */
export function withoutFunnel(search: string): string {
  const next = new URLSearchParams(search);
  for (const name of names) next.delete(name);
  return searchText(next);
}
