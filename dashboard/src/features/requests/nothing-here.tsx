/** Shown for a host that the account has nothing on. */
import { Inbox } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function NothingHere({ host }: { readonly host: string }) {
  return (
    <Card>
      <EmptyState icon={<Inbox size={20} />} title="Nothing on this host yet">
        Requests are recorded once {host} has a rule, a redirect or a custom domain.
      </EmptyState>
    </Card>
  );
}
