/** What the requests page shows where there are none. */
import { Inbox } from 'lucide-react';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { dnsSentence } from '../../custom-domains/dns-sentence.ts';
import type { CustomDomain } from '../../custom-domains/domain-queries.ts';
import { isConnected } from '../../custom-domains/is-connected.ts';

export function NoRequests({
  domain,
  isFiltered,
}: {
  readonly domain: CustomDomain;
  readonly isFiltered: boolean;
}) {
  if (isFiltered) {
    return (
      <Card>
        <EmptyState icon={<Inbox size={20} />} title="No requests in this period">
          No request matches all filters.
        </EmptyState>
      </Card>
    );
  }
  const isServed = isConnected(domain);
  return (
    <Card>
      <EmptyState
        icon={<Inbox size={20} />}
        title="No requests in this period"
        action={
          isServed ? undefined : (
            <ButtonLink to={`/domains/${domain.uuid}/settings`}>Show the DNS records</ButtonLink>
          )
        }
      >
        Requests for {domain.host} appear here about two seconds after they're answered.
        {isServed ? null : ` ${dnsSentence(domain)}`}
      </EmptyState>
    </Card>
  );
}
