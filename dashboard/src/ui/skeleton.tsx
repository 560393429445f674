/** Grey bars shaped like the content that is loading. */
import styles from './skeleton.module.css';

const widths = ['92%', '74%', '83%', '61%', '88%', '69%'];

export function Skeleton({
  lines = 3,
  label = 'Loading',
}: {
  readonly lines?: number;
  readonly label?: string;
}) {
  return (
    <div className={styles['skeleton']} role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <SkeletonBar key={line} width={widths[line % widths.length]} />
      ))}
    </div>
  );
}

/** One bar. `width` is a CSS length; by default it fills its container. */
export function SkeletonBar({ width }: { readonly width?: string | undefined }) {
  return <span className={styles['bar']} style={{ width }} />;
}
