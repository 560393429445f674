/** The way from the world to the place whose list is shown; earlier steps lead back. */
import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import styles from './place-trail.module.css';

export function PlaceTrail({
  steps,
  here,
}: {
  /** The widest first. */
  readonly steps: readonly { readonly name: string; readonly onOpen: () => void }[];
  readonly here: string;
}) {
  return (
    <nav aria-label="Place" className={styles['trail']}>
      {steps.map(({ name, onOpen }, index) => (
        <Fragment key={name}>
          <button
            type="button"
            // Where the keyboard goes on when the place was opened.
            data-back={index === steps.length - 1 || undefined}
            className={styles['back']}
            onClick={onOpen}
          >
            {name}
          </button>
          <ChevronRight size={14} aria-hidden className={styles['chevron']} />
        </Fragment>
      ))}
      <span aria-current="location" className={styles['here']}>
        {here}
      </span>
    </nav>
  );
}
