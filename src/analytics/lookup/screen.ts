/** Screen classes by the width of the viewport. Source: docs/reference/enrichment.md ("Screens"). */

const screenClasses = ['mobile', 'tablet', 'laptop', 'desktop'] as const;
export type ScreenClass = (typeof screenClasses)[number];

/** Wider than what any wall of screens has. */
const maxWidth = 100_000;

/** The class of a viewport of this many CSS pixels; '' when that isn't a width. */
export function screenOf(width: number): ScreenClass | '' {
  if (!(width >= 1 && width <= maxWidth)) return '';
  if (width < 576) return 'mobile';
  if (width < 992) return 'tablet';
  return width < 1440 ? 'laptop' : 'desktop';
}

export function isScreenClass(text: string): text is ScreenClass {
  const classes: readonly string[] = screenClasses;
  return classes.includes(text);
}
