/**
 * Keeps a uPlot drawing in an element: as large as the element, sharp on its screen, in the colours of the theme. What
 * Interaction (hover, touch, keys) is in plot-reader.tsx.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import UPlot from 'uplot';
import { columnsOf, indexRange, type PlotBox, type PlotModel } from './plot-model.ts';

const axisFontPx = 12;
const valueGapPx = 10;
const minValueAxisPx = 28;
/** Half of what the last mark's words may take. */
const sidePx = 22;
/** About a card on A4. The style sheet makes it as wide as the card: nobody measures the page while it is laid out for paper. */
const paper = { width: 680, height: 240 };

export type PlotColours = Readonly<Record<'line' | 'fill' | 'before' | 'grid' | 'text', string>>;

/** Draws `model` into the element; answers the plotting area once it is known. */
export function usePlot(
  frame: RefObject<HTMLElement | null>,
  model: PlotModel,
  readColours: () => PlotColours,
): PlotBox | undefined {
  const [box, setBox] = useState<PlotBox>();
  const plot = useRef<UPlot>(undefined);
  const current = useRef({ model, readColours });
  useLayoutEffect(() => {
    current.current = { model, readColours };
  });
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const print = window.matchMedia('print');
    const size = () => (print.matches ? paper : sizeOf(element));
    let colours = current.current.readColours();
    const drawing = new UPlot(
      {
        ...optionsOf(
          () => current.current.model,
          () => colours,
          getComputedStyle(element).fontFamily,
        ),
        ...size(),
        hooks: { draw: [(drawn) => setBox((before) => sameBox(before, boxOf(drawn)))] },
      },
      columnsOf(current.current.model),
      element,
    );
    plot.current = drawing;
    const resizing = new ResizeObserver(() => drawing.setSize(size()));
    resizing.observe(element);
    const recolour = (): void => {
      colours = current.current.readColours();
      drawing.setSize(size());
      drawing.redraw(false);
    };
    // Paper is light, whatever the theme.
    const others = [window.matchMedia('(prefers-color-scheme: dark)'), print];
    window.addEventListener('themechange', recolour);
    for (const each of others) each.addEventListener('change', recolour);
    return () => {
      window.removeEventListener('themechange', recolour);
      for (const each of others) each.removeEventListener('change', recolour);
      resizing.disconnect();
      drawing.destroy();
      plot.current = undefined;
    };
  }, [frame]);
  useEffect(() => plot.current?.setData(columnsOf(model)), [model]);
  return box;
}

function optionsOf(
  model: () => PlotModel,
  colours: () => PlotColours,
  fontFamily: string,
): Omit<UPlot.Options, 'width' | 'height'> {
  const font = `${axisFontPx}px ${fontFamily}`;
  const isAlone = (): boolean => model().points.length === 1;
  const points = { show: isAlone, size: 9, stroke: () => colours().line, fill: () => colours().line };
  return {
    legend: { show: false },
    cursor: { show: false },
    padding: [axisFontPx / 2 + 2, sidePx, 0, 0],
    scales: {
      x: { time: false, range: () => indexRange(model()) },
      y: { range: () => [0, model().valueTicks.at(-1) ?? 1] },
    },
    axes: [
      {
        font,
        stroke: () => colours().text,
        splits: (drawing) => ticksOf(drawing, model()).map(({ index }) => index),
        values: (drawing) => ticksOf(drawing, model()).map(({ label }) => label),
        grid: { show: false },
        ticks: { show: false },
        size: 28,
        gap: 10,
      },
      {
        font,
        stroke: () => colours().text,
        splits: () => [...model().valueTicks],
        values: (_, splits) => splits.map((value) => model().formatAxis(value)),
        grid: { stroke: () => colours().grid, width: 1 },
        ticks: { show: false },
        size: (drawing, labels) => widestOf(drawing, labels, font) + valueGapPx,
        gap: valueGapPx,
      },
    ],
    series: [
      {},
      { stroke: () => colours().before, width: 1.5, dash: [4, 4], points: { show: isAlone, size: 7 } },
      {
        stroke: () => colours().line,
        fill: (drawing) => gradient(drawing, colours().fill),
        width: 2,
        points,
      },
      {
        stroke: () => colours().line,
        fill: (drawing) => gradient(drawing, colours().fill),
        width: 2,
        dash: [5, 4],
        points: { ...points, fill: 'transparent', width: 2 },
      },
    ],
  };
}

function ticksOf(drawing: UPlot, model: PlotModel): ReturnType<PlotModel['timeTicks']> {
  return model.timeTicks(boxOf(drawing).width || drawing.width);
}

/** From the colour at the top to nothing at the bottom. */
function gradient(drawing: UPlot, colour: string): CanvasGradient {
  const { top, height } = drawing.bbox;
  const fill = drawing.ctx.createLinearGradient(0, top, 0, top + height);
  fill.addColorStop(0, colour);
  fill.addColorStop(1, colour.replace(/[\d.]+\)$/, '0)'));
  return fill;
}

function widestOf(drawing: UPlot, labels: readonly string[] | null, font: string): number {
  drawing.ctx.save();
  drawing.ctx.font = font;
  const widths = (labels ?? []).map((label) => drawing.ctx.measureText(label).width);
  drawing.ctx.restore();
  return Math.max(minValueAxisPx, ...widths);
}

function sizeOf(element: HTMLElement): { width: number; height: number } {
  return { width: Math.max(1, element.clientWidth), height: Math.max(1, element.clientHeight) };
}

function boxOf({ bbox }: UPlot): PlotBox {
  const ratio = UPlot.pxRatio;
  return {
    left: bbox.left / ratio,
    top: bbox.top / ratio,
    width: bbox.width / ratio,
    height: bbox.height / ratio,
  };
}

function sameBox(before: PlotBox | undefined, now: PlotBox): PlotBox {
  return before !== undefined &&
    before.left === now.left &&
    before.top === now.top &&
    before.width === now.width &&
    before.height === now.height
    ? before
    : now;
}
