/** A scrollable region that can be focused, so the keyboard can scroll it. */
import type { ReactNode } from 'react';

export function ScrollRegion({
  label,
  className,
  children,
}: {
  /** What screen readers call it. */
  readonly label: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled with the arrow keys once it has the focus
    <div role="region" aria-label={label} tabIndex={0} className={className}>
      {children}
    </div>
  );
}
