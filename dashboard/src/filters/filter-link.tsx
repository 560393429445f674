/** A link to a page filtered by what the link names. */
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';

export function FilterLink({
  to,
  className,
  children,
}: {
  readonly to: To;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <Link to={to} className={className}>
      <span className="visually-hidden">Filter by </span>
      {children}
    </Link>
  );
}
