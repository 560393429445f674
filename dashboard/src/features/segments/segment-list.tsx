/** The account's segments, to be applied, renamed or deleted. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Area, Filter } from '../../filters/filter.ts';
import { NamedList } from '../../ui/named-list.tsx';
import { deleteSegment, filtersOf, renameSegment, segmentsQuery } from './segments.ts';

export function SegmentList({
  area,
  onPick,
}: {
  readonly area: Area;
  readonly onPick: (filters: readonly Filter[]) => void;
}) {
  const queryClient = useQueryClient();
  const { data = [] } = useQuery(segmentsQuery);
  const shown = data.flatMap((segment) => {
    const filters = filtersOf(segment, area);
    return filters === undefined ? [] : [{ uuid: segment.uuid, name: segment.name, filters }];
  });
  const askAgain = () => queryClient.invalidateQueries({ queryKey: segmentsQuery.queryKey });
  return (
    <NamedList
      title="Segments"
      what="Segment"
      items={shown}
      onPick={({ filters }) => onPick(filters)}
      rename={(uuid, name) => renameSegment(uuid, name).then(askAgain)}
      remove={(uuid) => deleteSegment(uuid).then(askAgain)}
    />
  );
}
