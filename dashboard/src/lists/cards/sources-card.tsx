/** Where visits come from. */
import { QuietEmpty } from '../quiet-empty.tsx';
import { type ListCardProps, RankedListCard } from '../ranked-list-card.tsx';
import { channels, referrers, sources } from '../web-lists.ts';

export function SourcesCard(props: ListCardProps) {
  return (
    <RankedListCard
      {...props}
      title="Sources"
      reports={[sources, referrers, channels]}
      shareOf="all visits"
      empty={
        <QuietEmpty title="No visits in this period">
          Sites that send visitors here appear with the first visit.
        </QuietEmpty>
      }
    />
  );
}
