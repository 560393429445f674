/** A certificate's validity, and whether it needs attention soon. */
import type { Certificate } from '../../api/resources.ts';
import { Badge } from '../../ui/badge.tsx';
import { validityOf } from './expiry.ts';

export function ValidityBadge({ certificate }: { readonly certificate: Certificate }) {
  const { tone, words } = validityOf(certificate);
  return <Badge tone={tone}>{words}</Badge>;
}
