/** Instants in a field of the browser's own, which shows them in its time zone. */

/** `YYYY-MM-DDTHH:MM`, with seconds where there are any. */
export function localTime(instant: string): string {
  const time = new Date(instant);
  const day = `${String(time.getFullYear()).padStart(4, '0')}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  const seconds = time.getSeconds() === 0 ? '' : `:${pad(time.getSeconds())}`;
  return `${day}T${pad(time.getHours())}:${pad(time.getMinutes())}${seconds}`;
}

/** The instant of a field's text; `before`, with its zone, while the text means the same. */
export function instantOf(text: string, before: string | undefined): string {
  if (before !== undefined && localTime(before) === text) return before;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? text : time.toISOString().replace('.000Z', 'Z');
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
