/** Shown for unknown addresses. */
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
          title="Page not found"
          action={<ButtonLink to="/domains">Go to domains</ButtonLink>}
        >
          It may have been deleted, or the link is wrong.
        </EmptyState>
      </Card>
    </Page>
  );
}
