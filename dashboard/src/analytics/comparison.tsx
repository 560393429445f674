/** Whether numbers and charts are compared with the period before: yes, unless the address says otherwise. */
import { useSearchParams } from 'react-router';
import styles from './comparison.module.css';

const name = 'compare';

export function useComparison(): {
  readonly isCompared: boolean;
  readonly setCompared: (compared: boolean) => void;
} {
  const [search, setSearch] = useSearchParams();
  return {
    isCompared: search.get(name) !== 'off',
    setCompared: (compared) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (compared) next.delete(name);
          else next.set(name, 'off');
          return next;
        },
        { replace: true },
      ),
  };
}

/** The legend of the dashed line, which also takes it away. */
export function CompareSwitch({
  hasData = true,
}: {
  /** Whether anything is known of the period before. */
  readonly hasData?: boolean;
}) {
  const { isCompared, setCompared } = useComparison();
  if (!hasData) return <span className={styles['none']}>No data before</span>;
  return (
    <button
      type="button"
      className={styles['switch']}
      aria-pressed={isCompared}
      onClick={() => setCompared(!isCompared)}
    >
      <span className={styles['swatch']} aria-hidden />
      Previous period
    </button>
  );
}
