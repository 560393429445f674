/** Adds a custom domain: first the form, then, at an address of its own, what is left to do. */
import { useSearchParams } from 'react-router';
import { Page } from '../../ui/page.tsx';
import { AddDomainForm } from './add-domain-form.tsx';
import { BackToDomains } from './back-to-domains.tsx';
import { SetupSteps } from './setup-steps.tsx';

export function AddDomainPage() {
  const [search] = useSearchParams();
  const domainUuid = search.get('domain');
  if (domainUuid !== null) return <SetupSteps key={domainUuid} domainUuid={domainUuid} />;
  return (
    <Page
      title="Add domain"
      above={<BackToDomains />}
      description="Your customer’s host, served by your server. You get its DNS records in the next step."
    >
      <AddDomainForm />
    </Page>
  );
}
