/** Annotations as marks on top of a chart. Each shows its texts when it is pointed at, focused or tapped. */
import { use, useState } from 'react';
import type { PlotBox, PlotModel } from '../../analytics/plot-model.ts';
import type { Frequency } from '../../analytics/presets.ts';
import { TimeZoneContext } from '../../analytics/today.ts';
import type { Annotation } from '../../api/resources.ts';
import { formatDateTime } from '../../format/dates.ts';
import { visibleLabel } from '../../lists/visible-label.ts';
import { groupsIn } from './annotation-groups.ts';
import styles from './annotation-marks.module.css';

/** More of one mark are counted. */
const maxShown = 8;

export function AnnotationMarks({
  annotations,
  model,
  box,
  frequency,
}: {
  readonly annotations: readonly Annotation[];
  readonly model: PlotModel;
  readonly box: PlotBox;
  readonly frequency: Frequency;
}) {
  const timeZone = use(TimeZoneContext);
  const [open, setOpen] = useState<string>();
  const groups = groupsIn(annotations, model, box, frequency, timeZone);
  return groups.map(({ leftPx, annotations: shown }) => {
    const [first] = shown;
    if (first === undefined) return null;
    const isOpen = open === first.uuid;
    const isRight = leftPx > box.left + box.width / 2;
    const close = (): void => setOpen((current) => (current === first.uuid ? undefined : current));
    return (
      <div key={first.uuid} className={styles['mark']} style={{ left: leftPx, height: box.top + box.height }}>
        <button
          type="button"
          className={styles['button']}
          aria-expanded={isOpen}
          aria-label={`${shown.length > 1 ? `${shown.length}: ` : ''}${shown.map(wordsOf).join('; ')}`}
          onClick={() => setOpen(first.uuid)}
          onFocus={() => setOpen(first.uuid)}
          onBlur={close}
          onPointerEnter={() => setOpen(first.uuid)}
          onPointerLeave={close}
          onKeyDown={({ key }) => {
            if (key === 'Escape') close();
          }}
        >
          <span className={styles['flag']} data-kind={first.kind} aria-hidden>
            {shown.length > 1 ? shown.length : ''}
          </span>
        </button>
        {isOpen ? (
          <ul className={styles['texts']} data-side={isRight ? 'left' : 'right'} aria-hidden>
            {shown.slice(-maxShown).map((annotation) => (
              <li key={annotation.uuid}>
                <time dateTime={annotation.at}>{formatDateTime(annotation.at)}</time>
                <bdi>{visibleLabel(annotation.text)}</bdi>
              </li>
            ))}
            {shown.length > maxShown ? <li>and {shown.length - maxShown} before</li> : null}
          </ul>
        ) : null}
      </div>
    );
  });
}

function wordsOf({ at, text }: Annotation): string {
  return `${formatDateTime(at)}: ${text}`;
}
