/** Pagination: which part of a list is shown, and links to the others. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatInteger } from '../format/numbers.ts';
import { Button } from './button.tsx';
import styles from './pagination.module.css';

export function Pagination({
  page,
  perPage,
  count,
  onChange,
}: {
  /** Begins with 1. */
  readonly page: number;
  readonly perPage: number;
  /** Of the whole list. */
  readonly count: number;
  readonly onChange: (page: number) => void;
}) {
  const pages = Math.max(1, Math.ceil(count / perPage));
  if (pages === 1 && page === 1) return null;
  const first = Math.min(count, (page - 1) * perPage + 1);
  const last = Math.min(count, page * perPage);
  return (
    <nav className={styles['pagination']} aria-label="Pages">
      <p>
        {formatInteger(first)}–{formatInteger(last)} of {formatInteger(count)}
      </p>
      <div className={styles['buttons']}>
        <Button
          size="s"
          icon={<ChevronLeft size={15} aria-hidden />}
          disabled={page <= 1}
          onClick={() => onChange(Math.min(page - 1, pages))}
        >
          Previous
        </Button>
        <Button size="s" disabled={page >= pages} onClick={() => onChange(page + 1)}>
          Next
          <ChevronRight size={15} aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
