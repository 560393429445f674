/** Top pages, entry pages and exit pages. */
import { selectsEvents } from '../../filters/filter.ts';
import { QuietEmpty } from '../quiet-empty.tsx';
import { type ListCardProps, RankedListCard } from '../ranked-list-card.tsx';
import { entryPages, exitPages, topPages } from '../web-lists.ts';

export function PagesCard(props: ListCardProps) {
  // Top pages count pageviews, and custom events are none.
  const mayBeEmpty = selectsEvents(props.scope.filters);
  return (
    <RankedListCard
      key={String(mayBeEmpty)}
      {...props}
      title="Pages"
      reports={mayBeEmpty ? [entryPages, exitPages, topPages] : [topPages, entryPages, exitPages]}
      empty={
        mayBeEmpty ? (
          <QuietEmpty title="No pageviews match the filters" />
        ) : (
          <QuietEmpty title="No pageviews in this period">
            Pages appear here once someone opens them.
          </QuietEmpty>
        )
      }
    />
  );
}
