/** The event and the property that the address names: `?event=Order&property=plan`. */
import { useAddress } from '../../../ui/address.ts';

type Chosen = {
  /** Empty for all custom events. */
  readonly event: string;
  /** Empty for the most frequent one. */
  readonly property: string;
};

export function usePropertiesAddress(): Chosen & {
  readonly choose: (change: Partial<Chosen>) => void;
} {
  const [search, setSearch] = useAddress();
  return {
    event: search.get('event') ?? '',
    property: search.get('property') ?? '',
    choose: (change) =>
      setSearch((before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      }),
  };
}
