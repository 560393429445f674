/** Visitors' devices. */
import { QuietEmpty } from '../quiet-empty.tsx';
import { type ListCardProps, RankedListCard } from '../ranked-list-card.tsx';
import { browsers, operatingSystems, screenSizes } from '../web-lists.ts';

export function DevicesCard(props: ListCardProps) {
  return (
    <RankedListCard
      {...props}
      title="Devices"
      reports={[browsers, operatingSystems, screenSizes]}
      shareOf="all visitors"
      empty={
        <QuietEmpty title="No visitors in this period">
          Browsers, operating systems and screen sizes appear with the first visitor.
        </QuietEmpty>
      }
    />
  );
}
