/** Whether an endpoint gets events, in a word. */
import type { Endpoint } from '../../api/resources.ts';
import { Badge } from '../../ui/badge.tsx';

export function EndpointState({ endpoint }: { readonly endpoint: Endpoint }) {
  if (endpoint.disabled_at !== null) return <Badge tone="danger">Disabled</Badge>;
  return endpoint.active ? <Badge tone="success">Active</Badge> : <Badge>Paused</Badge>;
}
