/** Lets the `style` of elements set variables of our own. */
// oxlint-disable-next-line import/no-unassigned-import -- what is added to has to be known
import 'react';

declare module 'react' {
  interface CSSProperties {
    readonly [variable: `--${string}`]: string | number | undefined;
  }
}
