/** Campaigns: visits by the UTM parameters of the address they began with. */

import { lazy, Suspense } from 'react';
import { QuietEmpty } from '../quiet-empty.tsx';
import { type ListCardProps, RankedListCard } from '../ranked-list-card.tsx';
import { useSite } from '../use-site.ts';
import { utmCampaign, utmContent, utmMedium, utmSource, utmTerm } from '../web-lists.ts';
import styles from './utm-card.module.css';

// Only domains without campaigns have something to copy.
const CopyButton = lazy(async () => ({ default: (await import('../../ui/copy-button.tsx')).CopyButton }));

export function UtmCard(props: ListCardProps) {
  const origin = useSite(props.domainUuid)?.origin ?? 'https://your-domain.example';
  const link = `${origin}/?utm_source=newsletter&utm_medium=email&utm_campaign=spring`;
  return (
    <RankedListCard
      {...props}
      title="Campaigns"
      reports={[utmCampaign, utmSource, utmMedium, utmTerm, utmContent]}
      shareOf="visits with this tag"
      empty={
        <QuietEmpty title="No visits with this tag">
          <p>Add UTM tags to the links you share to see which newsletter, post or ad brought visitors.</p>
          <p className={styles['example']}>
            <code>{link}</code>
            <Suspense>
              <CopyButton text={link} label="Copy the example" />
            </Suspense>
          </p>
        </QuietEmpty>
      }
    />
  );
}
