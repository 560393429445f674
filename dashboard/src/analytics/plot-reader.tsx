/**
 * Reads values from a chart: by pointer, finger or arrow keys. With `onPick`, a click or Enter chooses the days of a
 * bucket, and dragging chooses several. Screen readers meet it as a slider that speaks each value.
 */
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { indexAt, leftOf, type PlotBox, type PlotModel, topOf } from './plot-model.ts';
import styles from './plot-reader.module.css';
import type { DateRange, Frequency } from './presets.ts';
import { ReadOut, spokenOf } from './read-out.tsx';

const pageStep = 7;
/** A shorter drag counts as a click. */
const minDragPx = 6;

type Drag = { readonly pointerId: number; readonly startPx: number; readonly start: number };

export function PlotReader({
  label,
  model,
  box,
  format,
  goodWhen,
  isRate,
  frequency,
  onPick,
}: {
  readonly label: string;
  readonly model: PlotModel;
  readonly box: PlotBox;
  readonly format: (value: number) => string;
  readonly goodWhen: 'up' | 'down' | undefined;
  readonly isRate: boolean | undefined;
  readonly frequency: Frequency;
  readonly onPick: ((range: DateRange) => void) | undefined;
}) {
  const [chosen, setChosen] = useState<number>();
  const [drag, setDrag] = useState<Drag>();
  const last = model.points.length - 1;
  const lastPoint = model.points[last];
  const index = chosen === undefined ? undefined : Math.min(chosen, last);
  const point = index === undefined ? undefined : model.points[index];

  const pick = (from: number, to: number): void => {
    const [first, final] = [model.points[Math.min(from, to)], model.points[Math.max(from, to)]];
    if (first !== undefined && final !== undefined) onPick?.({ from: first.range.from, to: final.range.to });
  };
  const press = (event: PointerEvent): void => {
    const place = placeOf(event);
    setChosen(indexAt(model, box, place));
    // Touch only reads values, as a finger can't hover.
    if (onPick === undefined || event.pointerType !== 'mouse' || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ pointerId: event.pointerId, startPx: place, start: indexAt(model, box, place) });
  };
  const release = (event: PointerEvent): void => {
    if (drag === undefined) return;
    setDrag(undefined);
    const place = placeOf(event);
    const end = indexAt(model, box, place);
    pick(Math.abs(place - drag.startPx) < minDragPx ? end : drag.start, end);
  };
  const readKey = (event: KeyboardEvent): void => {
    const from = index ?? last + 1;
    const target = keyTarget(event.key, from, last);
    if (target !== undefined) {
      event.preventDefault();
      setChosen(target);
    } else if (event.key === 'Escape') setChosen(undefined);
    else if (event.key === 'Enter' && index !== undefined) pick(index, index);
  };

  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${label}: read values with the arrow keys`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={index ?? last}
        aria-valuetext={spokenOf(point ?? lastPoint, format)}
        className={styles['reader']}
        data-picks={onPick === undefined ? undefined : true}
        onPointerMove={(event) => setChosen(indexAt(model, box, placeOf(event)))}
        onPointerDown={press}
        onPointerUp={release}
        onPointerCancel={() => setDrag(undefined)}
        onPointerLeave={(event) => {
          // Lifting a finger fires this event too; keep showing the value.
          if (event.pointerType === 'mouse' && drag === undefined) setChosen(undefined);
        }}
        onBlur={() => setChosen(undefined)}
        onKeyDown={readKey}
      />
      {index === undefined || point === undefined ? null : (
        <div className={styles['marks']} aria-hidden>
          {drag === undefined || drag.start === index ? null : (
            <span
              className={styles['selection']}
              style={selectionOf(leftOf(model, box, drag.start), leftOf(model, box, index), box)}
            />
          )}
          <span
            className={styles['rule']}
            style={{ left: leftOf(model, box, index), top: box.top, height: box.height }}
          />
          {point.previous === undefined ? null : (
            <span
              className={styles['dotBefore']}
              style={{ left: leftOf(model, box, index), top: topOf(model, box, point.previous.value) }}
            />
          )}
          <span
            className={styles['dot']}
            style={{ left: leftOf(model, box, index), top: topOf(model, box, point.value) }}
          />
          <ReadOut
            label={label}
            point={point}
            from={drag === undefined ? undefined : model.points[drag.start]}
            format={format}
            goodWhen={goodWhen}
            isRate={isRate}
            frequency={frequency}
            canPick={onPick !== undefined}
            leftPx={leftOf(model, box, index)}
            widthPx={box.left + box.width}
          />
        </div>
      )}
    </>
  );
}

function placeOf(event: PointerEvent): number {
  return event.clientX - event.currentTarget.getBoundingClientRect().left;
}

function keyTarget(key: string, from: number, last: number): number | undefined {
  const within = (index: number): number => Math.min(last, Math.max(0, index));
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(from - 1);
    case 'ArrowRight':
    case 'ArrowUp':
      return within(from + 1);
    case 'PageDown':
      return within(from - pageStep);
    case 'PageUp':
      return within(from + pageStep);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

function selectionOf(
  a: number,
  b: number,
  box: PlotBox,
): Record<'left' | 'width' | 'top' | 'height', number> {
  return { left: Math.min(a, b), width: Math.abs(a - b), top: box.top, height: box.height };
}
