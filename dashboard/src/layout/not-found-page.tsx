/** An address of the dashboard that leads nowhere. */
import { MapPinOff } from 'lucide-react';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Not found">
      <Card>
        <EmptyState
          icon={<MapPinOff size={20} />}
          title="There is nothing at this address"
          action={<ButtonLink to="/domains">Go to domains</ButtonLink>}
        >
          What you are looking for may have been deleted, or the link is wrong.
        </EmptyState>
      </Card>
    </Page>
  );
}
