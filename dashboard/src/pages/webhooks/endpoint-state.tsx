/** Whether an endpoint gets events, in a word. */
import { Badge } from '../../ui/badge.tsx';
import type { Endpoint } from './webhooks-queries.ts';

export function EndpointState({ endpoint }: { readonly endpoint: Endpoint }) {
  if (endpoint.disabled_at !== null) return <Badge tone="danger">Disabled</Badge>;
  return endpoint.active ? <Badge tone="success">Active</Badge> : <Badge>Paused</Badge>;
}
