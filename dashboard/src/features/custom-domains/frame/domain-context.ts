/** The domain whose pages these are. */
import { createContext, use } from 'react';
import type { CustomDomain } from '../domain-queries.ts';

export const DomainContext = createContext<CustomDomain | null>(null);

/** Pages are shown below a frame that has the domain. */
export function useDomain(): CustomDomain {
  const domain = use(DomainContext);
  if (domain === null) throw new Error('used outside of a domain');
  return domain;
}
