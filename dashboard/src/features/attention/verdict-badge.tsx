/** Whether a host works for its visitors, in a word; the cause is its title. */
import type { components } from '../../../../client/src/openapi.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

export type Verdict = components['schemas']['CustomDomain']['verdict'];

export const verdictLooks: Record<Verdict['state'], { readonly tone: Tone; readonly text: string }> = {
  broken: { tone: 'danger', text: 'Broken' },
  attention: { tone: 'warning', text: 'Needs attention' },
  setting_up: { tone: 'neutral', text: 'Setting up' },
  unknown: { tone: 'neutral', text: 'Not checked' },
  healthy: { tone: 'success', text: 'Healthy' },
};

export function VerdictBadge({ verdict }: { readonly verdict: Verdict }) {
  const { tone, text } = verdictLooks[verdict.state];
  return <Badge tone={tone}>{text}</Badge>;
}
