/** A chart as a picture: what is drawn, under a line that says what it is. */
import { download } from '../csv/download.ts';
import { formatDayRange } from '../format/dates.ts';
import { fileStem } from '../lists/csv-name.ts';
import { newPicture, pngOf } from '../pictures/canvas.ts';
import type { Scope } from './scope.ts';

const padding = 16;
const titlePx = 16;
const textPx = 13;

/** `plot` is as large as its screen draws it. `ground` is the colour behind it. Rejects where the browser can't draw. */
async function chartImage(
  plot: HTMLCanvasElement,
  { title, text, ground, ink, font }: ChartWords,
): Promise<Blob> {
  // Pixels of the canvas for each of the page.
  const ratio = plot.width / Math.max(1, plot.clientWidth);
  const head = padding + titlePx + 6 + textPx + padding;
  const { canvas, context } = newPicture(
    plot.width + 2 * padding * ratio,
    plot.height + (head + padding) * ratio,
  );
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(ratio, ratio);
  context.fillStyle = ink;
  context.textBaseline = 'top';
  const width = canvas.width / ratio - 2 * padding;
  context.font = `600 ${titlePx}px ${font}`;
  context.fillText(title, padding, padding, width);
  context.font = `${textPx}px ${font}`;
  context.fillText(text, padding, padding + titlePx + 6, width);
  context.drawImage(plot, padding, head, plot.width / ratio, plot.height / ratio);
  return pngOf(canvas);
}

type ChartWords = {
  readonly title: string;
  readonly text: string;
  readonly ground: string;
  readonly ink: string;
  /** Families, as CSS has them. */
  readonly font: string;
};

/** Downloads the chart of the card that has `button`, in the card's colours. Rejects while nothing is drawn. */
export async function saveChart(
  button: HTMLElement,
  host: string,
  metric: { readonly id: string; readonly label: string },
  scope: Scope,
): Promise<void> {
  const card = button.closest('section');
  const plot = card?.querySelector('canvas');
  if (!card || !plot) throw new Error('there is no chart to save yet');
  const { backgroundColor, color, fontFamily } = getComputedStyle(card);
  const image = await chartImage(plot, {
    title: metric.label,
    text: `${host}, ${formatDayRange(scope.from, scope.to)}`,
    ground: backgroundColor,
    ink: color,
    font: fontFamily,
  });
  download(`${fileStem(host, metric.id, scope)}.png`, image, 'image/png');
}
