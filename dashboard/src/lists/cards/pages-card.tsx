/** What people look at, where they begin and where they leave. */
import { QuietEmpty } from '../quiet-empty.tsx';
import { type ListCardProps, RankedListCard } from '../ranked-list-card.tsx';
import { entryPages, exitPages, topPages } from '../web-lists.ts';

export function PagesCard(props: ListCardProps) {
  return (
    <RankedListCard
      {...props}
      title="Pages"
      reports={[topPages, entryPages, exitPages]}
      empty={
        <QuietEmpty title="No pageviews in this period">
          Every page that somebody opens is listed here.
        </QuietEmpty>
      }
    />
  );
}
