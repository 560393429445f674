/** Which point of a chart each annotation belongs to. */
import { leftOf, type PlotBox, type PlotModel } from '../../analytics/plot-model.ts';
import type { Frequency } from '../../analytics/presets.ts';
import { dayIn } from '../../analytics/today.ts';
import type { Annotation } from '../../api/resources.ts';

/** What a finger needs. */
export const targetPx = 44;

export type AnnotationGroup = { readonly leftPx: number; readonly annotations: readonly Annotation[] };

/** Those that would stand less than a finger apart are one, at its first. */
export function groupAnnotations(
  annotations: readonly Annotation[],
  { points }: PlotModel,
  frequency: Frequency,
  timeZone: string,
  place: (index: number) => number,
): AnnotationGroup[] {
  const indexOf = ({ at }: Annotation): number => {
    if (frequency === 'hour') {
      const time = Date.parse(at);
      return points.findLastIndex(({ key }) => Date.parse(key) <= time);
    }
    const day = dayIn(timeZone, Date.parse(at));
    return points.findIndex(({ range }) => range.from <= day && day <= range.to);
  };
  const groups: { leftPx: number; annotations: Annotation[] }[] = [];
  for (const annotation of annotations.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    const index = indexOf(annotation);
    if (index < 0) continue;
    const leftPx = place(index);
    const last = groups.at(-1);
    if (last !== undefined && leftPx - last.leftPx < targetPx) last.annotations.push(annotation);
    else groups.push({ leftPx, annotations: [annotation] });
  }
  return groups;
}

export function groupsIn(
  annotations: readonly Annotation[],
  model: PlotModel,
  box: PlotBox,
  frequency: Frequency,
  timeZone: string,
): AnnotationGroup[] {
  return groupAnnotations(annotations, model, frequency, timeZone, (index) => leftOf(model, box, index));
}
