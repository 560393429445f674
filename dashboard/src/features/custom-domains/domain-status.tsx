/** What a domain's state is in two words: its verdict, and until it was ready once, what it waits for. */
import { Badge, type Tone } from '../../ui/badge.tsx';
import { VerdictBadge } from '../attention/verdict-badge.tsx';
import type { CustomDomain } from './domain-queries.ts';

const looks: Record<CustomDomain['status'], { readonly tone: Tone; readonly text: string }> = {
  // Its certificate is still missing.
  dns_records_found: { tone: 'neutral', text: 'Setting up' },
  dns_records_not_found: { tone: 'danger', text: 'DNS not set' },
  pending_check: { tone: 'neutral', text: 'Checking DNS' },
};

export function DomainStatus({
  domain: { status, dns_check: check, ownership, ready, verdict },
}: {
  readonly domain: Pick<CustomDomain, 'status' | 'dns_check' | 'ownership' | 'ready' | 'verdict'>;
}) {
  // It isn't served, wherever its records lead.
  if (status === 'dns_records_found' && ownership.status !== 'verified')
    return <Badge tone="warning">Proof needed</Badge>;
  // Its visitors are led elsewhere yet, as they should be.
  if (status !== 'dns_records_found' && ready) return <Badge tone="success">Ready to switch</Badge>;
  if (verdict.state !== 'setting_up') return <VerdictBadge verdict={verdict} />;
  // Records that point elsewhere are a different problem from missing ones.
  const isWrong = status === 'dns_records_not_found' && (check?.found.length ?? 0) > 0;
  const { tone, text } = isWrong ? ({ tone: 'danger', text: 'DNS wrong' } as const) : looks[status];
  return <Badge tone={tone}>{text}</Badge>;
}
