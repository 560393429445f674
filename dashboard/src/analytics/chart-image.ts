/** A chart as a picture: what is drawn, under lines that say what it is. */
import { download } from '../csv/download.ts';
import type { CustomDomain } from '../features/custom-domains/domain-queries.ts';
import type { Filter } from '../filters/filter.ts';
import { type Choice, wordsOf } from '../filters/filter-values.ts';
import { formatDayRange } from '../format/dates.ts';
import { fileStem } from '../lists/csv-name.ts';
import { regions } from '../lists/web-lists.ts';
import { newPicture, pngOf } from '../pictures/canvas.ts';
import type { Scope } from './scope.ts';

const padding = 16;
const titlePx = 16;
const textPx = 13;
const lineGap = 6;

/** `plot` is as large as its screen draws it. `ground` is the colour behind it. Rejects where the browser can't draw. */
async function chartImage(
  plot: HTMLCanvasElement,
  { title, texts, ground, ink, font }: ChartWords,
): Promise<Blob> {
  // Pixels of the canvas for each of the page.
  const ratio = plot.width / Math.max(1, plot.clientWidth);
  const width = plot.width / ratio;
  const textFont = `${textPx}px ${font}`;
  const lines = texts.flatMap((text) => wrapped(text, width, textFont));
  const head = padding + titlePx + lines.length * (lineGap + textPx) + padding;
  const { canvas, context } = newPicture(
    plot.width + 2 * padding * ratio,
    plot.height + (head + padding) * ratio,
  );
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(ratio, ratio);
  context.fillStyle = ink;
  context.textBaseline = 'top';
  context.font = `600 ${titlePx}px ${font}`;
  context.fillText(title, padding, padding, width);
  context.font = textFont;
  for (const [index, line] of lines.entries())
    context.fillText(line, padding, padding + titlePx + lineGap + index * (lineGap + textPx), width);
  context.drawImage(plot, padding, head, width, plot.height / ratio);
  return pngOf(canvas);
}

/** The lines of a text. A word that is longer than a line has one of its own. */
function wrapped(text: string, width: number, font: string): readonly string[] {
  const { context } = newPicture(1, 1);
  context.font = font;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = [...lines.slice(-1), word].join(' ');
    if (lines.length > 0 && context.measureText(line).width <= width) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
}

type ChartWords = {
  readonly title: string;
  /** Below it, each on lines of its own. */
  readonly texts: readonly string[];
  readonly ground: string;
  readonly ink: string;
  /** Families, as CSS has them. */
  readonly font: string;
};

/** Regions are codes whose names only the API knows. */
async function filterWords(domainUuid: string, scope: Scope): Promise<readonly string[]> {
  const rows = scope.filters.some(isOnRegion)
    ? await regions.fetchRows(domainUuid, { ...scope, filters: [] })
    : [];
  const named = rows.map(({ id, label }): Choice => ({ value: id, label }));
  return scope.filters.map((filter) => wordsOf(filter, isOnRegion(filter) ? named : []));
}

function isOnRegion([, dimension]: Filter): boolean {
  return dimension === 'visit:region';
}

function daysOf({ from, to }: Scope): string {
  return formatDayRange(from, to);
}

/** Downloads the chart of the card that has `button`, in the card's colours. Rejects while nothing is drawn. */
export async function saveChart(
  button: HTMLElement,
  { uuid, host }: Pick<CustomDomain, 'uuid' | 'host'>,
  metric: { readonly id: string; readonly label: string },
  scope: Scope,
  compared: Scope | undefined,
): Promise<void> {
  const card = button.closest('section');
  const plot = card?.querySelector('canvas');
  if (!card || !plot) throw new Error('there is no chart to save yet');
  const { backgroundColor, color, fontFamily } = getComputedStyle(card);
  const filters = await filterWords(uuid, scope);
  const image = await chartImage(plot, {
    title: metric.label,
    texts: [
      `${host}, ${daysOf(scope)}`,
      ...(compared === undefined ? [] : [`Previous period (dashed line): ${daysOf(compared)}`]),
      ...(filters.length === 0 ? [] : [filters.join(', ')]),
    ],
    ground: backgroundColor,
    ink: color,
    font: fontFamily,
  });
  download(`${fileStem(host, metric.id, scope)}.png`, image, 'image/png');
}
